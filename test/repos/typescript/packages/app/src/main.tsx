import { Clock, Ledger, beat as pulse, money, post, ring, nowhere } from '@acme/core'
import { round } from '@acme/core/deep/money'
import { useState } from 'react'
import { show } from '#ui'
import { Card, type Options } from '@/card'
import { lost } from '~gone/lost'
import { absent } from './absent'
import legacy, { twice } from './legacy'

export async function main(options: Options, unknown) {
  const ledger = await post(options.card)
  ledger.add(new Card()).size
  pulse(new Clock().now())
  money.round(money.Currency.Euro, round, ring)
  const [state] = useState(lost, absent, nowhere)
  unknown.check()
  options.card.validate()
  legacy(twice(1))
  return <Panel title={show(state)} />
}

function Panel({ title }: { title: string }) {
  return <div>{title}</div>
}

const later = () => import('./card').then((module) => module.Card)
