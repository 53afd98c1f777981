import type { DownloadAnswer } from '@waybill/domain/kit/lists/download'
import { stepOf } from '@waybill/domain/kit/lists/download'
import { showAlert, showError } from '../../layers/alerts.ts'
import { toast } from '../../layers/toasts.ts'

/**
 * Requests a list as a file and acts on the response: downloads it, or displays that it will be sent or that there is
 * nothing (REP-003…REP-007).
 */
export async function download(request: () => Promise<DownloadAnswer>): Promise<void> {
  try {
    const step = stepOf(await request())
    if (step.kind === 'nothing') toast.info(step.message)
    else if (step.kind === 'queued')
      await showAlert({ title: 'Download', body: `${step.message} ${step.note}`, variant: 'info' })
    else step.urls.forEach(fetchFile)
  } catch (thrown) {
    showError(thrown, 'Download')
  }
}

function fetchFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}
