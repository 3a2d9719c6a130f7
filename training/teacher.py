"""A small transformer over the same words: trained on the same pairs, then used to teach the static model which documents are alike."""
import math
import time

import torch
import torch.nn.functional as F

from model import contrast


class Block(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.first, self.second = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.mix, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.wide, self.narrow = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = self.mix(self.first(x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(F.gelu(self.wide(self.second(x))))


class Teacher(torch.nn.Module):
    """`longest`: only the first words of a document are read."""

    def __init__(self, rows, fields, width=384, layers=6, heads=6, longest=128):
        super().__init__()
        words, dimensions = rows.shape
        self.longest = longest
        # It begins as the static model: its words' vectors, widened.
        self.rows = torch.nn.Embedding.from_pretrained(rows.detach().clone(), freeze=False)
        self.widen = torch.nn.Linear(dimensions, width)
        self.place = torch.nn.Embedding(longest, width)
        self.field = torch.nn.Embedding(5, width)
        self.blocks = torch.nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.last = torch.nn.LayerNorm(width)
        self.project = torch.nn.Linear(width, dimensions)
        self.static = torch.nn.Parameter(torch.tensor(1.0))
        self.register_buffer("weights", fields.detach().exp().clone())
        torch.nn.init.zeros_(self.project.weight)
        torch.nn.init.zeros_(self.project.bias)
        self.temperature = torch.nn.Parameter(torch.tensor(0.05).log())

    def embed(self, data, records, query, drop=0.0, drop_names=0.0):
        places, offsets = data.places(records, query)
        size = torch.diff(torch.cat([offsets, torch.tensor([len(places)], device=places.device)]))
        length = int(min(self.longest, size.max()))
        inside = torch.arange(length, device=places.device)
        mask = inside[None, :] < size[:, None]
        spots = (offsets[:, None] + inside[None, :]).clamp_max(max(0, len(places) - 1))
        chosen = places[spots]
        tokens, field = data.tokens[chosen].long(), data.field[chosen].long()
        if drop > 0:
            mask = mask & (torch.rand(mask.shape, device=mask.device) >= drop)
        mask[:, 0] = True
        weight = data.damp[chosen].float() * self.weights[field] * mask
        rows = self.rows(tokens)
        x = self.widen(rows) + self.place(inside)[None] + self.field(field)
        for block in self.blocks:
            x = block(x, mask)
        pooled = (self.last(x) * weight[..., None]).sum(1) / weight.sum(1, keepdim=True).clamp_min(1e-6)
        plain = (rows * weight[..., None]).sum(1)
        return F.normalize(plain.float(), dim=1, eps=1e-6) * self.static + self.project(pooled).float()


def learn_from_teacher(data, records, start, settings, batches):
    """Vectors of the queries and documents, by a transformer that began as the static model `start`."""
    teacher = train_teacher(data, records, start, settings, batches)
    return teach(teacher, data, records, True), teach(teacher, data, records, False)


def lesson(queries, documents, same, lessons, batch, temperature, settings):
    """The static model's scores should be spread over a batch as the teacher's are."""
    taught_q, taught_d = (part[batch].float() for part in lessons)
    wanted = ((taught_q @ taught_d.T) / settings["teacher_temperature"]).masked_fill(same, -1e4)
    total = 0.0
    for size in settings["prefixes"]:
        q = F.normalize(queries[:, :size], dim=1, eps=1e-6)
        d = F.normalize(documents[:, :size], dim=1, eps=1e-6)
        scores = ((q @ d.T) / temperature).masked_fill(same, -1e4)
        total = total + F.kl_div(F.log_softmax(scores, 1), F.softmax(wanted, 1), reduction="batchmean")
        total = total + F.kl_div(F.log_softmax(scores.T, 1), F.softmax(wanted.T, 1), reduction="batchmean")
    return total / (2 * len(settings["prefixes"]))


def train_teacher(data, records, start, settings, batches):
    begin = time.time()
    width = settings["teacher_width"]
    teacher = Teacher(start.rows, start.fields, width, settings["teacher_layers"], width // 64).to(data.device)
    tables = [teacher.rows.weight]
    others = [p for n, p in teacher.named_parameters() if n != "rows.weight"]
    optimizer = torch.optim.AdamW([{"params": tables, "lr": 1e-3, "weight_decay": 0.0}, {"params": others, "lr": 5e-4, "weight_decay": 0.01}], betas=(0.9, 0.98))
    rates = [group["lr"] for group in optimizer.param_groups]
    size = {**settings, "batch": settings["teacher_batch"]}
    total = settings["teacher_epochs"] * (len(records) // size["batch"])
    done = 0
    for _ in range(settings["teacher_epochs"]):
        for batch in batches(data, records, size):
            scale = min(1.0, (done + 1) / 300) * 0.5 * (1 + math.cos(math.pi * min(1.0, done / total)))
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * scale
            with torch.autocast(data.device, dtype=torch.bfloat16):
                queries = teacher.embed(data, batch, True, 0.05)
                documents = teacher.embed(data, batch, False, 0.1)
            ids = data.document[batch]
            same = ids[:, None] == ids[None, :]
            same.fill_diagonal_(False)
            loss = contrast(queries, documents, same, teacher.temperature.exp(), settings["prefixes"][:1])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(others, 1.0)
            optimizer.step()
            done += 1
            if done % 500 == 0:
                print(f"teacher {done}/{total} loss {float(loss):.3f} {time.time() - begin:.0f} s", flush=True)
    print(f"teacher trained in {time.time() - begin:.0f} s, loss {float(loss):.3f}, share of the static part {float(teacher.static):.2f}", flush=True)
    return teacher.eval()


@torch.no_grad()
def teach(teacher, data, records, query, step=8192):
    out = torch.zeros(data.count, teacher.project.out_features, dtype=torch.float16, device=data.device)
    for part in records.split(step):
        with torch.autocast(data.device, dtype=torch.bfloat16):
            out[part] = F.normalize(teacher.embed(data, part, query).float(), dim=1).half()
    return out
