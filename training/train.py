#!/usr/bin/env python3
"""Trains the static embedding on encoded pairs.

usage: train.py DATA --out FOLDER [--packs NAME=FOLDER …] [--set key=value …] [--save]

DATA is a folder of training/pairs/encode.mjs. Writes FOLDER/rows.i8, scales.f32, model.json and words.txt, and prints how good the model is on held-back
packages and, for measuring only, on evaluation packs. With a GPU it takes minutes, without one hours; --set pairs=… takes fewer pairs.
"""
import argparse
import json
import math
import os
import time

import numpy as np
import torch

from data import FIELDS, Encoded
from measure import Pack, held_back
from model import StaticModel, contrast

DEFAULTS = {
    "dimensions": 256, "prefixes": [256, 128, 64], "epochs": 3, "batch": 8192, "block": 64, "rate": 0.01, "drop": 0.1, "drop_names": 0.1,
    "sides": False, "power": 0.5, "bigrams": 0, "start": 0.05, "gamma": 0.0, "decay": 0.0, "seed": 1, "pairs": 0, "hard": False, "field_rate": 0.002, "kinds": {}, "sorted": 0.0,
    "teacher_epochs": 0, "teacher_batch": 2048, "lesson": 0.5, "teacher_temperature": 0.03, "reuse_teacher": False, "seconds_left": 0, "rare": 0, "save_as": "",
}


TABLES = ("rows", "bigrams")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("data")
    ap.add_argument("--out", required=True)
    ap.add_argument("--packs", nargs="*", default=[])
    ap.add_argument("--runs", help="a JSON list of settings; each is trained, the last is saved")
    ap.add_argument("--set", nargs="*", default=[])
    a = ap.parse_args()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    begin = time.time()
    data = Encoded(a.data, device)
    packs = {name: Pack(folder, Encoded, device) for name, folder in (item.split("=", 1) for item in a.packs)}
    print(f"{data.count} pairs, {len(data.tokens)} words, loaded in {time.time() - begin:.0f} s on {device}", flush=True)
    given = {key: json.loads(value) for key, value in (item.split("=", 1) for item in a.set)}
    runs = json.load(open(a.runs)) if a.runs else [{}]
    os.makedirs(a.out, exist_ok=True)
    for run in runs:
        settings = {**DEFAULTS, **given, **run}
        if settings["seconds_left"] and time.time() - begin > settings["seconds_left"]:
            print("no time for", json.dumps(run), flush=True)
            continue
        model, report = train(data, settings, packs)
        with open(os.path.join(a.out, "runs.jsonl"), "a") as file:
            file.write(json.dumps({"run": run, **report}) + "\n")
        save(model, data, settings, report, os.path.join(a.out, settings["save_as"]))


def split(data, settings):
    """One package of fifty is held back whole."""
    held = (data.package * 2654435761 % 4294967296) % 50 == 0
    usable = (data.lengths[:, 0] > 1) & (data.lengths[:, 1:].sum(1) > 3)
    train_records = (~held & usable).nonzero()[:, 0]
    if settings["pairs"]:
        train_records = train_records[torch.randperm(len(train_records), device=data.device)[: settings["pairs"]].sort().values]
    return train_records, (held & usable).nonzero()[:, 0]


def thinned(data, records, shares):
    """A kind of pair may be taken in part: shares['symbol'] = 0.5."""
    if not shares:
        return records
    share = torch.tensor([shares.get(name, 1.0) for name in data.names["kinds"]], device=data.device)
    return records[torch.rand(len(records), device=data.device) < share[data.kind[records]]]


def with_rare_again(data, records, times):
    """Pairs of languages that have fewer than three in a hundred are taken `times` more."""
    if not times:
        return records
    counts = torch.bincount(data.language[records], minlength=len(data.names["languages"]))
    rare = records[(counts < 0.03 * len(records))[data.language[records]]]
    return torch.cat([records] + [rare] * times)


def batches(data, records, settings):
    """Blocks of pairs from one package, so that a pair's negatives are of its own project; blocks in random order."""
    keys = torch.rand(len(records), device=data.device, dtype=torch.float64)
    # In a part of the packages neighbours in the corpus stay together: they come from the same file or folder.
    chosen = torch.rand(int(data.package.max()) + 1, device=data.device) < settings["sorted"]
    keys = torch.where(chosen[data.package[records]], torch.linspace(0, 1, len(records), device=data.device, dtype=torch.float64), keys)
    order = torch.argsort(data.package[records].double() + keys * 0.999)
    records = records[order]
    blocks = len(records) // settings["block"]
    shift = int(torch.randint(0, settings["block"], (1,)))
    records = records[shift: shift + (blocks - 1) * settings["block"]].view(-1, settings["block"])
    records = records[torch.randperm(len(records), device=data.device)]
    per_batch = settings["batch"] // settings["block"]
    return [part.reshape(-1) for part in records.split(per_batch) if len(part) == per_batch]


def train(data, settings, packs):
    print("run", json.dumps({k: v for k, v in settings.items() if v != DEFAULTS.get(k)}), flush=True)
    torch.manual_seed(settings["seed"])
    begin = time.time()
    records, held = split(data, settings)
    records = with_rare_again(data, records, settings["rare"])
    lessons = learn_from_teacher(data, records, held, settings, packs) if settings["teacher_epochs"] else None
    model = StaticModel(len(data.words), settings["dimensions"], settings["seed"], settings["sides"], settings["power"], settings["bigrams"], settings["start"], settings["gamma"]).to(data.device)
    optimizer = torch.optim.AdamW([{"params": [p for n, p in model.named_parameters() if n in TABLES], "weight_decay": settings["decay"]}, {"params": [p for n, p in model.named_parameters() if n not in TABLES], "lr": settings["field_rate"], "weight_decay": 0.0}], lr=settings["rate"], betas=(0.9, 0.99))
    per_epoch = max(1, len(records) // settings["batch"])
    total = per_epoch * settings["epochs"]
    rates = [group["lr"] for group in optimizer.param_groups]
    done, losses = 0, []
    for _ in range(settings["epochs"]):
        for batch in batches(data, thinned(data, records, settings["kinds"]), settings):
            scale = min(1.0, (done + 1) / 50) * 0.5 * (1 + math.cos(math.pi * min(1.0, done / total)))
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * scale
            losses.append(step(model, optimizer, data, batch, settings, lessons))
            done += 1
    recent = [float(loss) for loss in losses[-20:]]
    report = {"loss_first": float(losses[0]), "loss_last": sum(recent) / len(recent), "seconds": round(time.time() - begin, 1), "pairs": len(records)}
    report["held_back"] = held_back(model, data, held[:40000])
    for name, pack in packs.items():
        report[name] = {size: round(pack.ndcg(pack.rankings(model, size)), 4) for size in settings["prefixes"]}
        for levels in (["symbol"], ["chunk"]):
            report[name]["+".join(levels)] = round(pack.ndcg(pack.rankings(model, None, levels)), 4)
    print(json.dumps(report), flush=True)
    print("fields", {name: round(v, 3) for name, v in zip(FIELDS, model.fields.exp().tolist())}, "temperature", round(float(model.temperature.exp()), 4), flush=True)
    return model, report


def step(model, optimizer, data, batch, settings, lessons=None):
    queries = model.embed(data, batch, True, settings["drop"] / 2)
    documents = model.embed(data, batch, False, settings["drop"], settings["drop_names"])
    ids = data.document[batch]
    same = ids[:, None] == ids[None, :]
    same.fill_diagonal_(False)
    extra = None
    if settings["hard"]:
        wrong = data.hard[batch]
        extra = model.embed(data, wrong, False, settings["drop"], settings["drop_names"]), data.document[wrong][None, :] == ids[:, None]
    loss = contrast(queries, documents, same, model.temperature.exp(), settings["prefixes"], extra)
    if lessons is not None:
        loss = (1 - settings["lesson"]) * loss + settings["lesson"] * lesson(queries, documents, same, lessons, batch, model.temperature.exp(), settings)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.detach()


KEPT = {}


def learn_from_teacher(data, records, held, settings, packs):
    """Vectors of a transformer that began as a static model and was trained on the same pairs."""
    from teacher import teach, train_teacher

    if settings["reuse_teacher"]:
        return KEPT["lessons"]
    start, _ = train(data, {**settings, "teacher_epochs": 0}, packs)
    teacher = train_teacher(data, records, start, settings, batches)
    print("teacher held back", json.dumps(held_back(teacher, data, held[:20000])), flush=True)
    for name, pack in packs.items():
        print("teacher", name, round(pack.ndcg(pack.rankings(teacher)), 4), flush=True)
    KEPT["lessons"] = (teach(teacher, data, records, True), teach(teacher, data, records, False))
    return KEPT["lessons"]


def lesson(queries, documents, same, lessons, batch, temperature, settings):
    """The static model's scores should be spread over a batch as the teacher's are."""
    import torch.nn.functional as F

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


def save(model, data, settings, report, out):
    os.makedirs(out, exist_ok=True)
    rows = model.rows.detach().float().cpu()
    scale = rows.abs().amax(1).clamp_min(1e-8) / 127
    (rows / scale[:, None]).round().clamp(-127, 127).to(torch.int8).numpy().tofile(os.path.join(out, "rows.i8"))
    scale.numpy().astype(np.float32).tofile(os.path.join(out, "scales.f32"))
    with open(os.path.join(out, "words.txt"), "w", encoding="utf8") as file:
        file.write("\n".join(data.words) + "\n")
    weights = {name: float(v) for name, v in zip(FIELDS, model.fields.exp().tolist())}
    json.dump({"settings": settings, "report": report, "fields": weights}, open(os.path.join(out, "model.json"), "w"), indent=1)


if __name__ == "__main__":
    main()
