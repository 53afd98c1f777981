import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { DatabaseClock } from './database-clock.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const began = Date.parse('2030-03-04T10:00:00Z')

/** A machine and a database with clocks that the test sets; `said` contains the logged warnings and errors. */
function clocks() {
  const now = { wall: began, steady: 5_000, database: began + 20, answer_ms: 0, reads: 0 }
  const logged: { msg: string; clock_offset_ms?: number; step_ms?: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const read = async (): Promise<number> => {
    now.reads += 1
    now.steady += now.answer_ms
    now.wall += now.answer_ms
    now.database += now.answer_ms
    return now.database - now.answer_ms / 2
  }
  const clock = new DatabaseClock(read, log, { wall: () => now.wall, steady: () => now.steady })
  const pass = (ms: number): void => {
    now.wall += ms
    now.steady += ms
    now.database += ms
  }
  return { now, clock, pass, said: logged }
}

describe('database clock', () => {
  it('keeps running between measurements, whatever happens to the machine’s clock', async () => {
    const { now, clock, pass } = clocks()
    await clock.measure()
    pass(12_345)
    now.wall += 40 * day_ms
    expect(clock.now()).toEqual(new Date(began + 20 + 12_345))
    expect(clock.offset_ms).toBe(40 * day_ms - 20)
    now.wall -= 80 * day_ms
    expect(clock.now()).toEqual(new Date(began + 20 + 12_345))
    expect(clock.offset_ms).toBe(-40 * day_ms - 20)
  })

  it('logs once that the clocks differ by more than a minute, and once that they agree again', async () => {
    const { now, clock, said } = clocks()
    await clock.measure()
    now.wall += 61_000
    expect(clock.problem).toBe(
      "The clock of this machine is 61 seconds ahead of the database's. Synchronise both with a time server.",
    )
    await clock.measure()
    await clock.measure()
    now.wall -= 61_000
    expect(clock.problem).toBeNull()
    await clock.measure()
    expect(said.map((line) => [line.msg, line.clock_offset_ms])).toEqual([
      [expect.stringContaining('61 seconds ahead'), 60_980],
      ['the clocks agree again', -20],
    ])
  })

  it('measures again immediately only when the machine’s clock jumps', async () => {
    const { now, clock, pass } = clocks()
    await clock.measure()
    pass(1_000)
    clock.now()
    expect(now.reads).toBe(1)
    now.wall += 5_000
    clock.now()
    clock.now()
    await clock.stop()
    expect(now.reads).toBe(2)
  })

  it('follows a jump of the database clock and logs its size', async () => {
    const { now, clock, pass, said } = clocks()
    await clock.measure()
    pass(30_000)
    now.database += 40 * day_ms
    await clock.measure()
    expect(clock.now().getTime()).toBe(now.database)
    expect(said[0]).toMatchObject({ msg: 'the clock of the database jumped', step_ms: 40 * day_ms })
  })

  it('assumes the midpoint of a slow response, and ignores a response that is too slow', async () => {
    const { now, clock } = clocks()
    now.answer_ms = 200
    await clock.measure()
    expect(clock.now().getTime()).toBe(now.database)
    now.database += 3_000
    now.answer_ms = 5_000
    await clock.measure()
    expect(clock.now().getTime()).toBe(now.database - 3_000)
  })
})
