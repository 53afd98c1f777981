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

it('whoever waits for the reading of a unit of work that fails reads again', async () => {
  const { house } = await testHouse()
  const about = { actor: systemActor(1), request: jobFacts(house, 'kept values') }
  const key = randomUUID()
  const other = await partnerCtx(house, about)
  const failed = await work(house, about, async (ctx) => {
    const waiting = Promise.withResolvers<string>()
    const own = ctx.kept('rates', key, () => waiting.promise)
    const theirs = other.kept('rates', key, async () => 'read again')
    waiting.reject(new Error('undone'))
    await expect(own).rejects.toThrow('undone')
    return { theirs }
  })
  expect(await failed.theirs).toBe('read again')
})

it('a unit of work shares its own reading and waits for no other', async () => {
  const { house } = await testHouse()
  const about = { actor: systemActor(1), request: jobFacts(house, 'kept values') }
  const key = randomUUID()
  let readings = 0
  const read = async () => {
    readings += 1
    return readings
  }
  await work(house, about, async (ctx) => {
    expect(await Promise.all([ctx.kept('rates', key, read), ctx.kept('rates', key, read)])).toEqual([1, 1])
    expect(await ctx.kept('rates', key, read)).toBe(1)
  })
  expect(await work(house, about, (ctx) => ctx.kept('rates', key, read))).toBe(1)
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
