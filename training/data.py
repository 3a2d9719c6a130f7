"""Encoded pairs (training/pairs/encode.mjs) as tensors, and bags of words made from them."""
import json
import os

import numpy as np
import torch

FIELDS = ["query", "path", "name", "doc", "body"]


class Encoded:
    """The words of many records. A record has five fields; the fields after the query are its document."""

    def __init__(self, folder, device):
        read = lambda name, kind: np.fromfile(os.path.join(folder, name), dtype=kind)
        self.words = open(os.path.join(folder, "words.txt"), encoding="utf8").read().rstrip("\n").split("\n")
        self.names = json.load(open(os.path.join(folder, "names.json"), encoding="utf8"))
        lengths = torch.from_numpy(read("lengths.bin", np.uint16).astype(np.int64)).view(-1, 5)
        about = torch.from_numpy(read("about.bin", np.uint32).astype(np.int64)).view(-1, 4)
        self.count = lengths.shape[0]
        self.package, self.document, self.kind, self.language = (about[:, i].to(device) for i in range(4))
        self.lengths = lengths.to(device)
        self.tokens = torch.from_numpy(read("tokens.bin", np.uint16).astype(np.int32)).to(device)
        ends = torch.cumsum(self.lengths.sum(1), 0)
        self.start = ends - self.lengths.sum(1)
        hard = os.path.join(folder, "hard.bin")
        self.hard = torch.from_numpy(np.fromfile(hard, dtype=np.uint32).astype(np.int64)).to(device) if os.path.exists(hard) else None
        self.device = device
        self.field, self.damp = self._fields_and_damping()

    def _fields_and_damping(self):
        """For each word its field, and 1/sqrt(times it occurs there): a word that occurs four times counts twice."""
        order = torch.arange(self.count * 5, device=self.device)
        slot = torch.repeat_interleave(order, self.lengths.reshape(-1))
        damp = torch.empty(len(self.tokens), dtype=torch.float16, device=self.device)
        step = 40_000_000
        at = 0
        while at < len(self.tokens):
            # Cut at the end of a record, so that a field is never divided.
            last = min(at + step, len(self.tokens))
            if last < len(self.tokens):
                record = torch.searchsorted(self.start, torch.tensor(last, device=self.device), right=True) - 1
                last = int(self.start[record])
            key = slot[at:last] * 65536 + self.tokens[at:last].long()
            _, inverse, counts = torch.unique(key, return_inverse=True, return_counts=True)
            damp[at:last] = counts[inverse].float().rsqrt().half()
            at = last
        return (slot % 5).to(torch.uint8), damp

    def places(self, records, query):
        """The positions of the words of these records' queries, or documents, and where each record's words begin."""
        lengths = self.lengths[records]
        size = lengths[:, 0] if query else lengths[:, 1:].sum(1)
        start = self.start[records] if query else self.start[records] + lengths[:, 0]
        offsets = torch.cumsum(size, 0) - size
        inside = torch.arange(int(size.sum()), device=self.device) - torch.repeat_interleave(offsets, size)
        return inside + torch.repeat_interleave(start, size), offsets
