#!/usr/bin/env python3
"""Trains the static embedding on encoded pairs.

usage: train.py DATA --out FOLDER [--start FOLDER] [--packs NAME=FOLDER …] [--runs RUNS.json] [--set key=value …]

DATA is a folder of pairs/encode.mjs. Writes FOLDER/rows.i8, scales.f32, words.txt and model.json, and prints how good the model is on packages that were held
back and, for measuring only, on evaluation packs (evaluate/encode-pack.mjs). With a GPU it takes a minute or two, on a CPU hours.
RUNS.json is a list of settings to compare: each is trained, and written to FOLDER/<its "save_as">.
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
from teacher import learn_from_teacher, lesson

DEFAULTS = {
    "dimensions": 256, "prefixes": [256, 128, 64], "gamma": 0.6, "epochs": 3, "batch": 2048, "block": 64, "rate": 0.01, "field_rate": 0.02,
    "drop": 0.15, "drop_names": 0.1, "rare": 1, "seed": 1, "save_as": "",
    # What was tried and did not pay (README.md): wrong documents that BM25 ranks first; a transformer as teacher.
    "hard": False, "teacher_epochs": 0, "teacher_batch": 2048, "teacher_width": 384, "teacher_layers": 6, "teacher_temperature": 0.03, "lesson": 0.5,
}
WARM_UP = 50


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("data")
    ap.add_argument("--out", required=True)
    ap.add_argument("--packs", nargs="*", default=[])
    ap.add_argument("--runs")
    ap.add_argument("--start", help="a folder that was written before: training goes on from its vectors")
    ap.add_argument("--set", nargs="*", default=[])
    a = ap.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    begin = time.time()
    data = Encoded(a.data, device)
    packs = {name: Pack(folder, Encoded, device) for name, folder in (item.split("=", 1) for item in a.packs)}
    print(f"{data.count} pairs, {len(data.tokens)} words, loaded in {time.time() - begin:.0f} s on {device}", flush=True)
    given = {key: json.loads(value) for key, value in (item.split("=", 1) for item in a.set)}
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        raise SystemExit(f"no such setting: {', '.join(sorted(unknown))}")
    runs = json.load(open(a.runs, encoding="utf8")) if a.runs else [{}]
    for run in runs:
        settings = {**DEFAULTS, **given, **run}
        model, report = train(data, settings, packs, a.start)
        save(model, data, settings, report, os.path.join(a.out, settings["save_as"]))
        with open(os.path.join(a.out, "runs.jsonl"), "a", encoding="utf8") as file:
            file.write(json.dumps({"run": run, **report}) + "\n")


def split(data):
    """One package of fifty is held back whole."""
    held = (data.package * 2654435761 % 4294967296) % 50 == 0
    usable = (data.lengths[:, 0] > 1) & (data.lengths[:, 1:].sum(1) > 3)
    return (~held & usable).nonzero()[:, 0], (held & usable).nonzero()[:, 0]


def with_rare_again(data, records, times):
    """Pairs of languages that have fewer than three in a hundred are taken `times` more."""
    counts = torch.bincount(data.language[records], minlength=len(data.names["languages"]))
    rare = records[(counts < 0.03 * len(records))[data.language[records]]]
    return torch.cat([records] + [rare] * times)


def batches(data, records, settings):
    """Blocks of pairs from one package, so that a pair's negatives are of its own project; blocks in random order."""
    keys = torch.rand(len(records), device=data.device, dtype=torch.float64)
    records = records[torch.argsort(data.package[records].double() + keys * 0.999)]
    blocks = len(records) // settings["block"]
    shift = int(torch.randint(0, settings["block"], (1,)))
    records = records[shift: shift + (blocks - 1) * settings["block"]].view(-1, settings["block"])
    records = records[torch.randperm(len(records), device=data.device)]
    per_batch = settings["batch"] // settings["block"]
    return [part.reshape(-1) for part in records.split(per_batch) if len(part) == per_batch]


def train(data, settings, packs, start=None):
    print("run", json.dumps({k: v for k, v in settings.items() if v != DEFAULTS.get(k)}), flush=True)
    torch.manual_seed(settings["seed"])
    begin = time.time()
    records, held = split(data)
    records = with_rare_again(data, records, settings["rare"])
    lessons = None
    if settings["teacher_epochs"]:
        first, _ = train(data, {**settings, "teacher_epochs": 0}, packs)
        lessons = learn_from_teacher(data, records, first, settings, batches)
    model = StaticModel(len(data.words), settings["dimensions"], settings["seed"], settings["gamma"]).to(data.device)
    if start:
        model.rows.data.copy_(saved_rows(start, data))
    others = [p for n, p in model.named_parameters() if n != "rows"]
    optimizer = torch.optim.Adam([{"params": [model.rows], "lr": settings["rate"]}, {"params": others, "lr": settings["field_rate"]}], betas=(0.9, 0.99))
    losses = descend(model, optimizer, data, records, settings, lessons)
    report = {"pairs": len(records), "seconds": round(time.time() - begin, 1), "loss_first": losses[0], "loss_last": sum(losses[-20:]) / len(losses[-20:])}
    report["held_back"] = held_back(model, data, held[:40000])
    for name, pack in packs.items():
        report[name] = {size: round(pack.ndcg(pack.rankings(model, size)), 4) for size in settings["prefixes"]}
    report["fields"] = {name: round(v, 3) for name, v in zip(FIELDS, model.fields.exp().tolist())}
    print(json.dumps(report), flush=True)
    return model, report


def descend(model, optimizer, data, records, settings, lessons):
    total = max(1, len(records) // settings["batch"]) * settings["epochs"]
    warm_up = min(WARM_UP, 1 + total // 10)
    rates = [group["lr"] for group in optimizer.param_groups]
    losses = []
    for _ in range(settings["epochs"]):
        for batch in batches(data, records, settings):
            scale = min(1.0, (len(losses) + 1) / warm_up) * 0.5 * (1 + math.cos(math.pi * min(1.0, len(losses) / total)))
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * scale
            losses.append(step(model, optimizer, data, batch, settings, lessons))
    return [float(loss) for loss in losses]


def step(model, optimizer, data, batch, settings, lessons):
    queries = model.embed(data, batch, True, settings["drop"] / 2)
    documents = model.embed(data, batch, False, settings["drop"], settings["drop_names"])
    ids = data.document[batch]
    same = ids[:, None] == ids[None, :]
    same.fill_diagonal_(False)
    extra = None
    if settings["hard"]:
        wrong = data.hard[batch]
        extra = model.embed(data, wrong, False, settings["drop"], settings["drop_names"]), data.document[wrong][None, :] == ids[:, None]
    temperature = model.temperature.exp()
    loss = contrast(queries, documents, same, temperature, settings["prefixes"], extra)
    if lessons is not None:
        loss = (1 - settings["lesson"]) * loss + settings["lesson"] * lesson(queries, documents, same, lessons, batch, temperature, settings)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.detach()


def saved_rows(folder, data):
    with open(os.path.join(folder, "words.txt"), encoding="utf8") as file:
        if file.read().rstrip("\n").split("\n") != data.words:
            raise SystemExit(f"{folder} has another vocabulary than the data")
    scales = np.fromfile(os.path.join(folder, "scales.f32"), dtype=np.float32)
    rows = np.fromfile(os.path.join(folder, "rows.i8"), dtype=np.int8).reshape(len(scales), -1)
    return torch.from_numpy(rows * scales[:, None])


def save(model, data, settings, report, out):
    os.makedirs(out, exist_ok=True)
    rows = model.rows.detach().float().cpu()
    scale = rows.abs().amax(1).clamp_min(1e-8) / 127
    (rows / scale[:, None]).round().clamp(-127, 127).to(torch.int8).numpy().tofile(os.path.join(out, "rows.i8"))
    scale.numpy().astype(np.float32).tofile(os.path.join(out, "scales.f32"))
    with open(os.path.join(out, "words.txt"), "w", encoding="utf8") as file:
        file.write("\n".join(data.words) + "\n")
    with open(os.path.join(out, "model.json"), "w", encoding="utf8") as file:
        json.dump({"settings": settings, "report": report}, file, indent=1)


if __name__ == "__main__":
    main()
