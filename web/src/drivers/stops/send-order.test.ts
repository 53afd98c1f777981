import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../kit/api/api-error.ts'
import { sendOrder } from './send-order.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn<(endpoint: object, input: object) => Promise<object>>() }))
vi.mock('../../kit/api/index.ts', () => ({ call }))

const visits = [{ leg: 'delivery' as const, shipment_id: 7 }]
const send = (date: string, version: number) => sendOrder('an-id', { date, version, visits }, 8000)
const sentVersions = () => call.mock.calls.map(([, input]) => (input as { version: number }).version)
beforeEach(() => call.mockReset())

it('[DRV-008] bases a second order that was made before the first was sent on the first, day by day', async () => {
  call
    .mockResolvedValueOnce({ version: 4 })
    .mockResolvedValueOnce({ version: 5 })
    .mockResolvedValue({ version: 6 })
  await send('2026-03-03', 3)
  await send('2026-03-03', 3)
  await send('2026-03-03', 3)
  await send('2026-03-04', 3)
  expect(sentVersions()).toEqual([3, 4, 5, 3])
})

it('[DRV-008] says that the office has planned the day again when the server has a newer plan', async () => {
  call.mockRejectedValueOnce(new ApiError(409, 'The version is 9.'))
  await expect(send('2026-03-05', 8)).rejects.toMatchObject({
    status: 409,
    message: 'The office has planned your day again. Your order was not used.',
  })
  const repeatable = new ApiError(409, 'The first call has not finished.', { may_repeat: true })
  call.mockRejectedValueOnce(repeatable)
  await expect(send('2026-03-05', 8)).rejects.toBe(repeatable)
  call.mockRejectedValueOnce(new ApiError(0, 'No connection.'))
  await expect(send('2026-03-05', 8)).rejects.toMatchObject({ status: 0 })
})
