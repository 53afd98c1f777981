import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { expect, it } from 'vitest'
import { jobFacts } from '../jobs/outbox.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { externalContext, inTransaction } from './transaction.ts'

it('a transaction does not wait for a cached read that uses another connection', async () => {
  const { runtime } = await testRuntime()
  const about = { actor: systemActor(1), request: jobFacts(runtime, 'cached values') }
  const key = randomUUID()
  const theirs = await inTransaction(runtime, about, async (ctx) => {
    const other = await externalContext(runtime, about)
    const pendingRead = other.cached('rates', key, async () => 'read with another connection')
    expect(await ctx.cached('rates', key, async () => 'read with this one')).toBe('read with this one')
    return { reading: pendingRead }
  })
  expect(await theirs.reading).toBe('read with another connection')
})

it('a pending read in a transaction does not block other callers, and its failure does not affect them', async () => {
  const { runtime } = await testRuntime()
  const about = { actor: systemActor(1), request: jobFacts(runtime, 'cached values') }
  const key = randomUUID()
  const other = await externalContext(runtime, about)
  const failed = await inTransaction(runtime, about, async (ctx) => {
    const waiting = Promise.withResolvers<string>()
    const own = ctx.cached('rates', key, () => waiting.promise)
    const theirs = other.cached('rates', key, async () => 'read again')
    waiting.reject(new Error('undone'))
    await expect(own).rejects.toThrow('undone')
    return { theirs }
  })
  expect(await failed.theirs).toBe('read again')
})

it('a value read in a transaction is shared only after its commit and discarded on rollback', async () => {
  const { runtime } = await testRuntime()
  const about = { actor: systemActor(1), request: jobFacts(runtime, 'cached values') }
  const key = randomUUID()
  const other = await externalContext(runtime, about)
  let theirs = Promise.resolve('')
  const undone = inTransaction(runtime, about, async (ctx) => {
    expect(await ctx.cached('rates', key, async () => 'undone')).toBe('undone')
    theirs = other.cached('rates', key, async () => 'read by another')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await theirs).toBe('read by another')

  const read = (name: string, value: string) =>
    inTransaction(runtime, about, (ctx) => ctx.cached('rates', name, async () => value))
  const forgotten = randomUUID()
  const failed = inTransaction(runtime, about, async (ctx) => {
    await ctx.cached('rates', forgotten, async () => 'undone')
    throw new Error('undone')
  })
  await expect(failed).rejects.toThrow('undone')
  expect(await read(forgotten, 'committed')).toBe('committed')
  expect(await read(forgotten, 'read again')).toBe('committed')
})

it('a transaction reads a value once, and later transactions reuse it', async () => {
  const { runtime } = await testRuntime()
  const about = { actor: systemActor(1), request: jobFacts(runtime, 'cached values') }
  const key = randomUUID()
  let readCount = 0
  const read = async () => {
    readCount += 1
    return readCount
  }
  await inTransaction(runtime, about, async (ctx) => {
    expect(await Promise.all([ctx.cached('rates', key, read), ctx.cached('rates', key, read)])).toEqual([
      1, 1,
    ])
    expect(await ctx.cached('rates', key, read)).toBe(1)
  })
  expect(await inTransaction(runtime, about, (ctx) => ctx.cached('rates', key, read))).toBe(1)
})

it('concurrent callers share one cached read, and a failed read is not cached', async () => {
  const { runtime } = await testRuntime()
  const about = { actor: systemActor(1), request: jobFacts(runtime, 'cached values') }
  const key = randomUUID()
  const reader = await externalContext(runtime, about)
  let readCount = 0
  const read = async () => {
    readCount += 1
    if (readCount === 1) throw new Error('not now')
    return readCount
  }
  await expect(reader.cached('rates', key, read)).rejects.toThrow('not now')
  expect(await Promise.all([reader.cached('rates', key, read), reader.cached('rates', key, read)])).toEqual([
    2, 2,
  ])
})
