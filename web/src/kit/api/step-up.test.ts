import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { onStepUpNeeded, withStepUp } from './step-up.ts'

const needed = () => new ApiError(403, 'Confirm that it is you.', { code: 'step_up_needed' })

describe('a call that is refused until the person confirms who it is', () => {
  it('is made again once that is done', async () => {
    const attempt = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(needed())
      .mockResolvedValueOnce('made')
    const stop = onStepUpNeeded(async () => true)
    expect(await withStepUp(attempt)).toBe('made')
    expect(attempt).toHaveBeenCalledTimes(2)
    stop()
  })

  it('stays refused when it is not, or nobody asks', async () => {
    const attempt = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(needed()))
    const stop = onStepUpNeeded(async () => false)
    await expect(withStepUp(attempt)).rejects.toMatchObject({ code: 'step_up_needed' })
    stop()
    await expect(withStepUp(attempt)).rejects.toMatchObject({ code: 'step_up_needed' })
    expect(attempt).toHaveBeenCalledTimes(2)
  })

  it('shares one question with others at the same time, and leaves other refusals alone', async () => {
    const ask = vi.fn(async () => true)
    const stop = onStepUpNeeded(ask)
    const once = () => {
      const attempt = vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(needed())
        .mockResolvedValueOnce('made')
      return withStepUp(attempt)
    }
    expect(await Promise.all([once(), once(), once()])).toEqual(['made', 'made', 'made'])
    expect(ask).toHaveBeenCalledTimes(1)
    await expect(withStepUp(() => Promise.reject(new ApiError(403, 'No.')))).rejects.toMatchObject({
      code: '',
    })
    expect(ask).toHaveBeenCalledTimes(1)
    stop()
  })
})
