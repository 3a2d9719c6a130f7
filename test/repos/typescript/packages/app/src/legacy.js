const { twice, thrice: triple } = require('./numbers')
var numbers = require('./numbers')

function Box(value) {
  this.value = value
}
Box.prototype.open = function () {
  return this.peek(numbers.twice(triple(this.value)))
}
Box.prototype.peek = function () {
  return new Box(1).open()
}

module.exports = function legacy(value) {
  return new Box(value).open()
}
module.exports.twice = twice
