import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { expect, it } from 'vitest'
import { jobFacts } from './outbox.ts'
import { testHouse } from './test-kit/house.ts'
import { partnerCtx, work } from './work.ts'

it('whoever has a connection does not wait for a reading that waits for one', async () => {
  const { house } = await testHouse()
  const about = { actor: systemActor(1), request: jobFacts(house, 'kept values') }
  const key = randomUUID()
  const theirs = await work(house, about, async (ctx) => {
    const other = await partnerCtx(house, about)
    const reading = other.kept('rates', key, async () => 'read with another connection')
    expect(await ctx.kept('rates', key, async () => 'read with this one')).toBe('read with this one')
    return { reading }
  })
  expect(await theirs.reading).toBe('read with another connection')
})

it('those who ask at once share one reading, and a reading that fails is forgotten', async () => {
  const { house } = await testHouse()
  const about = { actor: systemActor(1), request: jobFacts(house, 'kept values') }
  const key = randomUUID()
  const reader = await partnerCtx(house, about)
  let readings = 0
  const read = async () => {
    readings += 1
    if (readings === 1) throw new Error('not now')
    return readings
  }
  await expect(reader.kept('rates', key, read)).rejects.toThrow('not now')
  expect(await Promise.all([reader.kept('rates', key, read), reader.kept('rates', key, read)])).toEqual([
    2, 2,
  ])
})
