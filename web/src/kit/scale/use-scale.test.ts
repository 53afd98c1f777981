import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SimulatedScale } from './simulated-scale.ts'
import { connectScale, disconnectScale, scaleState } from './use-scale.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('forgets the weight of a scale that no longer answers, until it answers again', async () => {
  const scale = new SimulatedScale()
  scale.put(4.32)
  await connectScale(scale)
  await vi.advanceTimersByTimeAsync(1000)
  expect(scaleState()).toMatchObject({ weight: { kg: 4.32, isStable: true }, problem: null })
  scale.switch('off')
  await vi.advanceTimersByTimeAsync(3000)
  expect(scaleState()).toMatchObject({
    state: 'connected',
    weight: null,
    problem: 'The scale does not answer. Is it on?',
  })
  scale.switch('on')
  await vi.advanceTimersByTimeAsync(1000)
  expect(scaleState()).toMatchObject({ weight: { kg: 4.32, isStable: true }, problem: null })
  await disconnectScale()
})
