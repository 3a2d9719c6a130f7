"""Nightly import of catalogue records in MARC exchange format."""
import sys

FIELD_END = "\x1e"
RECORD_END = "\x1d"


class MarcRecord:
    """One bibliographic record: a list of tagged fields."""

    def __init__(self, fields):
        self.fields = fields

    def first(self, tag):
        return next((value for known, value in self.fields if known == tag), None)

    @property
    def title(self):
        return self.first("245")

    @property
    def isbn(self):
        return self.first("020")


def parse_records(stream):
    """Yields records one by one, so that a dump of any size fits into memory."""
    buffer = ""
    for chunk in stream:
        buffer += chunk
        while RECORD_END in buffer:
            raw, buffer = buffer.split(RECORD_END, 1)
            yield MarcRecord([tuple(field.split(" ", 1)) for field in raw.split(FIELD_END) if " " in field])


def main():
    for record in parse_records(sys.stdin):
        print(record.isbn, record.title)


if __name__ == "__main__":
    main()
