"""The static model: one vector for each word; a text is the weighted sum of its words' vectors, normalised."""
import torch
import torch.nn.functional as F

from data import FIELDS


class StaticModel(torch.nn.Module):
    """`gamma`: a field's sum is divided by its length to this power, so that a long body does not outweigh a name."""

    def __init__(self, words, dimensions, seed, gamma):
        super().__init__()
        torch.manual_seed(seed)
        self.rows = torch.nn.Parameter(torch.randn(words, dimensions) * 0.05)
        # Weights of the fields, as logarithms.
        self.fields = torch.nn.Parameter(torch.zeros(len(FIELDS)))
        self.temperature = torch.nn.Parameter(torch.tensor(0.05).log())
        self.gamma = gamma

    def embed(self, data, records, query, drop=0.0, drop_names=0.0):
        """Sums, not normalised yet. `drop`: this share of the words is left out; `drop_names`: the name, or the path, of this share of the records."""
        places, offsets = data.places(records, query)
        tokens = data.tokens[places]
        field = data.field[places].long()
        weight = data.damp[places].float()
        if drop > 0:
            weight = weight * (torch.rand_like(weight) >= drop)
        if query:
            return F.embedding_bag(tokens, self.rows, offsets.to(tokens.dtype), mode="sum", per_sample_weights=weight)
        if drop_names > 0:
            record = torch.bucketize(torch.arange(len(places), device=places.device), offsets, right=True) - 1
            hidden = torch.rand(len(records), len(FIELDS), device=places.device) < drop_names
            hidden[:, [FIELDS.index("query"), FIELDS.index("doc"), FIELDS.index("body")]] = False
            weight = weight * (~hidden[record, field])
        lengths = data.lengths[records][:, 1:]
        offsets = torch.cumsum(lengths.reshape(-1), 0) - lengths.reshape(-1)
        sums = F.embedding_bag(tokens, self.rows, offsets.to(tokens.dtype), mode="sum", per_sample_weights=weight)
        size = sums.detach().norm(dim=1, keepdim=True).clamp_min(1e-4)
        shortened = (sums / size**self.gamma).view(len(lengths), len(FIELDS) - 1, -1)
        return (shortened * self.fields[1:].exp()[None, :, None]).sum(1)


def contrast(queries, documents, same, temperature, dimensions, extra=None):
    """InfoNCE both ways, at full length and for the prefixes. `same`: pairs that share a document are no negatives of each other.
    `extra`: more wrong documents, and which of them are right after all."""
    total = 0.0
    target = torch.arange(len(queries), device=queries.device)
    for size in dimensions:
        q = F.normalize(queries[:, :size], dim=1, eps=1e-6)
        d = F.normalize(documents[:, :size], dim=1, eps=1e-6)
        scores = ((q @ d.T) / temperature).masked_fill(same, -1e4)
        back = scores.T
        if extra is not None:
            wrong, alike = extra
            e = F.normalize(wrong[:, :size], dim=1, eps=1e-6)
            scores = torch.cat([scores, ((q @ e.T) / temperature).masked_fill(alike, -1e4)], 1)
        total = total + F.cross_entropy(scores.float(), target) + F.cross_entropy(back.float(), target)
    return total / (2 * len(dimensions))
