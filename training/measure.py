"""How good a model is: on held-back packages of the corpus, and on packs of questions about repositories (NDCG@10 by file)."""
import collections
import json
import math
import os

import torch
import torch.nn.functional as F


def embed_all(model, data, records, query, size=None, step=32768):
    parts = [model.embed(data, part, query).float() for part in records.split(step)]
    vectors = torch.cat(parts) if parts else torch.zeros(0, 1)
    return F.normalize(vectors[:, :size] if size else vectors, dim=1, eps=1e-6)


@torch.no_grad()
def held_back(model, data, records, size=None):
    """Mean reciprocal rank of the right document among all documents of the same package, mean over kinds of pairs."""
    by_kind = collections.defaultdict(list)
    packages = data.package[records]
    for package in packages.unique().tolist():
        mine = records[packages == package]
        if len(mine) < 40:
            continue
        scores = embed_all(model, data, mine, True, size) @ embed_all(model, data, mine, False, size).T
        same = data.document[mine][:, None] == data.document[mine][None, :]
        same.fill_diagonal_(False)
        scores = scores.masked_fill(same, -9)
        rank = (scores > scores.diagonal()[:, None]).sum(1) + 1
        for kind, value in zip(data.kind[mine].tolist(), (1 / rank).tolist()):
            by_kind[data.names["kinds"][kind]].append(value)
    means = {kind: sum(values) / len(values) for kind, values in sorted(by_kind.items())}
    means["all"] = sum(means.values()) / max(1, len(means))
    return means


class Pack:
    """Units and questions of an evaluation pack, encoded: FOLDER/units, FOLDER/queries, FOLDER/pack.json."""

    def __init__(self, folder, load, device):
        self.units = load(os.path.join(folder, "units"), device)
        self.queries = load(os.path.join(folder, "queries"), device)
        about = json.load(open(os.path.join(folder, "pack.json"), encoding="utf8"))
        self.repos = about["repos"]
        self.file = torch.tensor(about["file"], device=device)
        self.unit_repo = torch.tensor(about["unit_repo"], device=device)
        self.questions = about["questions"]

    @torch.no_grad()
    def rankings(self, model, size=None):
        """For each question the numbers of its repository's files, best first. A file is as good as its best unit."""
        out = {}
        for number, _ in enumerate(self.repos):
            mine = (self.unit_repo == number).nonzero()[:, 0]
            asked = torch.tensor([i for i, q in enumerate(self.questions) if q["repo"] == number], device=mine.device)
            if len(mine) == 0:
                continue
            documents = embed_all(model, self.units, mine, False, size)
            scores = embed_all(model, self.queries, asked, True, size) @ documents.T
            first = int(self.file[mine].min())
            files = self.file[mine] - first
            best = torch.full((len(asked), int(files.max()) + 1), -9.0, device=mine.device)
            best = best.scatter_reduce(1, files[None, :].expand(len(asked), -1), scores, "amax")
            top = best.topk(min(50, best.shape[1]), dim=1).indices + first
            for question, ranked in zip(asked.tolist(), top.tolist()):
                out[question] = ranked
        return out

    def ndcg(self, rankings):
        by_repo = collections.defaultdict(list)
        for number, ranked in rankings.items():
            question = self.questions[number]
            gold = set(question["files"])
            gain = sum(1 / math.log2(place + 2) for place, file in enumerate(ranked[:10]) if file in gold)
            ideal = sum(1 / math.log2(place + 2) for place in range(min(10, question["gold"])))
            by_repo[question["repo"]].append(gain / ideal)
        return sum(sum(v) / len(v) for v in by_repo.values()) / max(1, len(by_repo))
