"""The static model: one vector for each word; a text is the weighted sum of its words' vectors, normalised."""
import torch
import torch.nn.functional as F

from data import FIELDS


class StaticModel(torch.nn.Module):
    def __init__(self, words, dimensions, seed=1, sides=False, power=0.5, bigrams=0, start=0.05, gamma=0.0):
        super().__init__()
        torch.manual_seed(seed)
        self.rows = torch.nn.Parameter(torch.randn(words, dimensions) * start)
        # Weights of the fields, as logarithms; the query's own is fixed.
        self.fields = torch.nn.Parameter(torch.zeros(len(FIELDS)))
        self.temperature = torch.nn.Parameter(torch.tensor(0.05).log())
        # A weight for each word of a query that its document side does not have.
        self.power, self.gamma = power, gamma
        self.bigrams = torch.nn.Parameter(torch.randn(bigrams, dimensions) * 0.01) if bigrams else None
        self.ask = torch.nn.Parameter(torch.zeros(words)) if sides else None

    def embed(self, data, records, query, drop=0.0, drop_names=0.0):
        places, offsets = data.places(records, query)
        tokens = data.tokens[places]
        field = data.field[places].long()
        weight = data.damp[places].float() ** (2 * (1 - self.power)) * self.fields.exp()[field]
        if query and self.ask is not None:
            weight = weight * self.ask[tokens.long()].exp()
        if drop > 0:
            weight = weight * (torch.rand_like(weight) >= drop)
        if drop_names > 0:
            # All words of a record's name, or of its path, are hidden together.
            record = torch.bucketize(torch.arange(len(places), device=places.device), offsets, right=True) - 1
            hidden = torch.rand(len(records), 5, device=places.device) < drop_names
            hidden[:, [0, 3, 4]] = False
            weight = weight * (~hidden[record, field])
        if self.gamma > 0 and not query:
            return self._by_field(tokens, field, weight, data.lengths[records][:, 1:])
        total = F.embedding_bag(tokens, self.rows, offsets.to(tokens.dtype), mode="sum", per_sample_weights=weight)
        if self.bigrams is not None:
            after = torch.roll(tokens, -1).long()
            joined = (field == torch.roll(field, -1)) & (places + 1 == torch.roll(places, -1))
            both = ((tokens.long() * 40503 + after * 2654435761) >> 4) % len(self.bigrams)
            pair_weight = torch.minimum(weight, torch.roll(weight, -1)) * joined
            total = total + F.embedding_bag(both.to(tokens.dtype), self.bigrams, offsets.to(tokens.dtype), mode="sum", per_sample_weights=pair_weight)
        return total

    def _by_field(self, tokens, field, weight, lengths):
        """Each field's sum is shortened by a power of its length, so that a long body does not outweigh the name."""
        offsets = torch.cumsum(lengths.reshape(-1), 0) - lengths.reshape(-1)
        bare = weight / self.fields.exp()[field]
        sums = F.embedding_bag(tokens, self.rows, offsets.to(tokens.dtype), mode="sum", per_sample_weights=bare)
        size = sums.detach().norm(dim=1, keepdim=True).clamp_min(1e-4)
        shortened = (sums / size**self.gamma).view(len(lengths), 4, -1)
        return (shortened * self.fields[1:].exp()[None, :, None]).sum(1)


def contrast(queries, documents, same, temperature, dimensions, extra=None):
    """InfoNCE both ways, at full length and for the prefixes. `same`: pairs that share a document are no negatives of each other.
    `extra`: more wrong documents, and which of them are right after all."""
    total = 0.0
    target = torch.arange(len(queries), device=queries.device)
    for size in dimensions:
        q = F.normalize(queries[:, :size], dim=1, eps=1e-6)
        d = F.normalize(documents[:, :size], dim=1, eps=1e-6)
        scores = (q @ d.T) / temperature
        scores = scores.masked_fill(same, -1e4)
        back = scores.T
        if extra is not None:
            wrong, alike = extra
            e = F.normalize(wrong[:, :size], dim=1, eps=1e-6)
            scores = torch.cat([scores, ((q @ e.T) / temperature).masked_fill(alike, -1e4)], 1)
        total = total + F.cross_entropy(scores.float(), target) + F.cross_entropy(back.float(), target)
    return total / (2 * len(dimensions))
