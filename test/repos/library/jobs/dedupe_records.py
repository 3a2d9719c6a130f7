"""Finds catalogue records that describe the same book twice."""
import re
import unicodedata


def fingerprint(title, authors):
    """A key that is equal for spellings of one and the same work."""
    text = unicodedata.normalize("NFKD", " ".join([title, *sorted(authors)])).lower()
    return re.sub(r"[^a-z0-9]+", " ", text).strip()


def merge(records):
    """Keeps the record with the most fields and takes what the others know besides."""
    best = max(records, key=lambda record: len(record.fields))
    known = {tag for tag, _ in best.fields}
    for record in records:
        best.fields.extend((tag, value) for tag, value in record.fields if tag not in known)
    return best


def find_duplicates(records):
    groups = {}
    for record in records:
        groups.setdefault(fingerprint(record.title or "", []), []).append(record)
    return [group for group in groups.values() if len(group) > 1]
