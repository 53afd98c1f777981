import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { onStepUpNeeded, withStepUp } from './step-up.ts'

const needed = () => new ApiError(403, 'Confirm that it is you.', { code: 'step_up_needed' })

describe('calls that require an identity confirmation', () => {
  it('repeats the call after the user has confirmed', async () => {
    const attempt = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(needed())
      .mockResolvedValueOnce('made')
    const stop = onStepUpNeeded(async () => true)
    expect(await withStepUp(attempt)).toBe('made')
    expect(attempt).toHaveBeenCalledTimes(2)
    stop()
  })

  it('throws the error when the user does not confirm or no listener is registered', async () => {
    const attempt = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(needed()))
    const stop = onStepUpNeeded(async () => false)
    await expect(withStepUp(attempt)).rejects.toMatchObject({ code: 'step_up_needed' })
    stop()
    await expect(withStepUp(attempt)).rejects.toMatchObject({ code: 'step_up_needed' })
    expect(attempt).toHaveBeenCalledTimes(2)
  })

  it('prompts once for concurrent calls and does not prompt for other errors', async () => {
    const confirm = vi.fn(async () => true)
    const stop = onStepUpNeeded(confirm)
    const once = () => {
      const attempt = vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(needed())
        .mockResolvedValueOnce('made')
      return withStepUp(attempt)
    }
    expect(await Promise.all([once(), once(), once()])).toEqual(['made', 'made', 'made'])
    expect(confirm).toHaveBeenCalledTimes(1)
    await expect(withStepUp(() => Promise.reject(new ApiError(403, 'No.')))).rejects.toMatchObject({
      code: '',
    })
    expect(confirm).toHaveBeenCalledTimes(1)
    stop()
  })
})
