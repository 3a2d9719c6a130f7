exports.twice = (value) => value * 2
function thrice(value) {
  return value * 3
}
exports.thrice = thrice
