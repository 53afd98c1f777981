import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LineReader, LoadRecogniser, readScaleLine, type ScaleWeight } from './scale-lines.ts'
import { openScale } from './scale-port.ts'
import { SimulatedScale } from './simulated-scale.ts'

const overload = 'The scale is overloaded. Take the parcel off.'
const underload = 'The scale shows less than zero. Empty it and press zero on the scale.'
/** The scale is asked this often, in ms. */
const request_ms = 500

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const weight = (kg: number, isStable = true) => ({ kind: 'weight', kg, isStable })

it.each([
  // METTLER TOLEDO SICS
  ['S S     12.345 kg', weight(12.345)],
  ['S D      0.980 kg', weight(0.98, false)],
  ['S S    1250.0 g', weight(1.25)],
  ['S +', { kind: 'problem', problem: overload }],
  ['S -', { kind: 'problem', problem: underload }],
  ['S I', { kind: 'other' }],
  // A&D, CAS and indicators with the same format
  ['ST,+00012.78  g', weight(0.013)],
  ['US,+0001.500 kg', weight(1.5, false)],
  ['ST,GS,+  2.340kg', weight(2.34)],
  ['ST,NT,    10.00 lb', weight(4.536)],
  ['OL,+9999999E+19', { kind: 'problem', problem: overload }],
  ['ST,GS,-  0.120kg', { kind: 'problem', problem: underload }],
  // Weight alone
  ['   3.20 kg', weight(3.2)],
  ['3,20 kg ?', weight(3.2, false)],
  ['7.5 lb', weight(3.402)],
  // No weight
  ['1Z999AA10123456784', { kind: 'other' }],
  ['12.345', { kind: 'other' }],
  ['ES', { kind: 'other' }],
])('reads the line %j', (line, expected) => {
  expect(readScaleLine(line)).toEqual(expected)
})

it('joins pieces of lines, and drops noise that never ends', () => {
  const lines = new LineReader()
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(lines.read(bytes('S S   1.0'))).toEqual([])
  expect(lines.read(bytes('00 kg\r\n\u0002ST,GS,+1.2kg\u0003'))).toEqual(['S S   1.000 kg', 'ST,GS,+1.2kg'])
  expect(lines.read(bytes('x'.repeat(5000)))).toEqual([])
  expect(lines.read(bytes('\r'))[0]).toHaveLength(80)
})

it('reports each parcel once, when it rests', () => {
  const loads = new LoadRecogniser()
  const reported = ([kg, isStable]: [number, boolean]) => loads.next({ kg, isStable })
  const weights: [number, boolean][] = [
    [0, true],
    [1.2, false],
    [2, true],
    [2, true],
    [2.1, false],
    [2, true],
    [0, true],
    [2, true],
  ]
  expect(weights.map(reported)).toEqual([null, null, 2, null, null, null, null, 2])
})

async function connected(scale: SimulatedScale) {
  const weights: ScaleWeight[] = []
  const problems: string[] = []
  const onLost = vi.fn()
  const onSilent = vi.fn()
  const stop = await openScale(scale, {
    onWeight: (weight) => weights.push({ kg: weight.kg, isStable: weight.isStable }),
    onProblem: (problem) => problems.push(problem),
    onSilent,
    onLost,
  })
  return { weights, problems, onSilent, onLost, stop }
}

it.each(['sics', 'a-and-d'] as const)(
  'asks a scale that answers requests in the format %s',
  async (protocol) => {
    const scale = new SimulatedScale(protocol)
    const { weights, stop } = await connected(scale)
    scale.put(3.5, false)
    await vi.advanceTimersByTimeAsync(2 * request_ms)
    scale.put(3.6)
    await vi.advanceTimersByTimeAsync(4 * request_ms)
    await stop()
    expect(weights[0]).toEqual({ kg: 3.5, isStable: false })
    expect(weights.slice(-3)).toEqual(Array.from({ length: 3 }, () => ({ kg: 3.6, isStable: true })))
  },
)

it.each(['sics', 'continuous'] as const)(
  'reports once that a scale no longer answers: %s',
  async (protocol) => {
    const scale = new SimulatedScale(protocol)
    const { onSilent, weights, stop } = await connected(scale)
    scale.put(1.25)
    await vi.advanceTimersByTimeAsync(2 * request_ms)
    expect(onSilent).not.toHaveBeenCalled()
    scale.switch('off')
    await vi.advanceTimersByTimeAsync(20 * request_ms)
    expect(onSilent).toHaveBeenCalledOnce()
    scale.switch('on')
    scale.put(2)
    await vi.advanceTimersByTimeAsync(request_ms)
    expect(weights.at(-1)).toEqual({ kg: 2, isStable: true })
    await stop()
  },
)

it('reads a scale that sends by itself, passes on its problems, and notices a pulled cable', async () => {
  const scale = new SimulatedScale('continuous')
  const { weights, problems, onLost } = await connected(scale)
  scale.put(1.25)
  scale.send('OL,+9999999E+19\r\n')
  await vi.advanceTimersByTimeAsync(0)
  expect(weights).toEqual([{ kg: 1.25, isStable: true }])
  expect(problems).toEqual([overload])
  scale.pull()
  await vi.advanceTimersByTimeAsync(0)
  expect(onLost).toHaveBeenCalledOnce()
})
