"""Prints who has which book too long, for the reminder letters."""
import csv
import datetime


def overdue_loans(rows, today):
    """Loans whose due date has passed, the longest overdue first."""
    late = [row for row in rows if not row["returned"] and row["due"] < today.isoformat()]
    return sorted(late, key=lambda row: row["due"])


def write_report(rows, out, today=None):
    today = today or datetime.date.today()
    writer = csv.writer(out)
    writer.writerow(["member", "isbn", "days late"])
    for row in overdue_loans(rows, today):
        days = (today - datetime.date.fromisoformat(row["due"])).days
        writer.writerow([row["member"], row["isbn"], days])
