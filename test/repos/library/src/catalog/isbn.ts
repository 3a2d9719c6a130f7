/** ISBN numbers: both lengths, with or without dashes. */
export function normalizeIsbn(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '').toUpperCase()
  if (digits.length === 10 && checksum10(digits)) return toThirteen(digits)
  if (digits.length === 13 && checksum13(digits)) return digits
  return undefined
}

function checksum10(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + (10 - at) * (digit === 'X' ? 10 : Number(digit)), 0)
  return sum % 11 === 0
}

function checksum13(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + (at % 2 === 0 ? 1 : 3) * Number(digit), 0)
  return sum % 10 === 0
}

function toThirteen(ten: string): string {
  const body = `978${ten.slice(0, 9)}`
  const sum = [...body].reduce((total, digit, at) => total + (at % 2 === 0 ? 1 : 3) * Number(digit), 0)
  return body + String((10 - (sum % 10)) % 10)
}
