import type { BulkJob } from '@waybill/domain/imports/model'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { ProgressBar } from '../kit/ui/states/ProgressBar.tsx'
import { progressOf } from './texts.tsx'
import shared from './imports.module.css'

const titles = {
  checking: 'Checking the rows',
  running: 'Processing the rows',
  undoing: 'Undoing',
} as const

/** Progress of a running job. The job continues when this page is closed. */
export function JobProgress({ job, onCancel }: { job: BulkJob; onCancel: (() => void) | null }) {
  const progress = progressOf(job)
  if (!progress || !(job.state in titles)) return null
  const { done, of } = progress
  return (
    <Card
      title={titles[job.state as keyof typeof titles]}
      note={`${formatCount(done)} of ${formatCount(of)}`}
      actions={onCancel && <Button onClick={onCancel}>Stop</Button>}
    >
      <Stack>
        <ProgressBar label="Rows done" done={done} of={of} />
        <span className={shared.quiet}>This continues in the background. You can leave this page.</span>
      </Stack>
    </Card>
  )
}
