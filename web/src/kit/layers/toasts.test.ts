import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText, toast, toasts } from './toasts.ts'

afterEach(() => {
  toasts.write([])
  vi.unstubAllGlobals()
})

const shown = () => toasts.read().map(({ text, variant, autoHide }) => ({ text, variant, autoHide }))

describe('toasts', () => {
  it('[SHELL-073] [SHELL-074] stores text, variant and display time, with 3000 ms by default', () => {
    toast.success('Shipment cancelled')
    toast.info('Copied', { autoHide: 2000 })
    toast.error('Not copied')
    expect(shown()).toEqual([
      { text: 'Shipment cancelled', variant: 'success', autoHide: 3000 },
      { text: 'Copied', variant: 'info', autoHide: 2000 },
      { text: 'Not copied', variant: 'error', autoHide: 3000 },
    ])
  })

  it('displays whether copying succeeded or failed', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce()
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await copyText('ABC123')
    expect(writeText).toHaveBeenCalledWith('ABC123')
    writeText.mockRejectedValueOnce(new Error('denied'))
    await copyText('ABC123')
    expect(shown().map(({ text }) => text)).toEqual([
      'Copied to clipboard',
      'Could not copy. Select the text and copy it by hand.',
    ])
  })
})
