import { IconUpload } from '../../kit/icons/icons.ts'
import { parseInstant } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { useUnsaved } from '../../kit/form/drafts/use-unsaved.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Button, buttonClass } from '../../kit/ui/buttons/Button.tsx'
import { ByPosition } from '../../kit/ui/ByPosition.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import styles from './pod-uploader-page.module.css'
import { ProofRow } from '../pod-uploader/ProofRow.tsx'
import { readyProofs } from '../pod-uploader/proofs.ts'
import { max_at_once, useProofs } from '../pod-uploader/use-proofs.ts'

const takes = '.jpg,.jpeg,.png,.pdf'
const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/**
 * Bulk upload of proofs of delivery. The barcode, name or text of a file identifies its shipment; otherwise the user
 * types the reference. Posting also marks shipments as delivered that are not delivered yet (TOOL-002).
 */
export default function PodUploaderPage() {
  const uploader = useProofs()
  const { proofs, refused, isPosting } = uploader
  const [day, setDay] = useState<string | null>(null)
  const [time, setTime] = useState('12:00')
  const [isOver, setOver] = useState(false)
  const posted = proofs.filter(({ state }) => state === 'posted').length
  const beingRead = proofs.filter(({ state }) => state === 'reading').length
  const ready = readyProofs(proofs).flat().length
  useUnsaved(proofs.length > posted)
  const post = async (): Promise<void> => {
    const counts = await uploader.post(
      day ? (parseInstant(`${day} ${time}:00+02:00`) ?? undefined) : undefined,
    )
    if (counts.failed > 0)
      toast.error(`${files(counts.failed)} could not be posted. See the reason on each file.`)
    else if (counts.posted > 0) toast.success(`${files(counts.posted)} posted`)
  }
  return (
    <Page>
      <PageHeader title="POD uploader" back={{ to: '/tools', label: 'Tools' }} />
      <Stack>
        <section
          className={cx(styles.drop, isOver && styles.over)}
          aria-label="Add files"
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            uploader.add([...event.dataTransfer.files])
          }}
        >
          <div>
            <h2 className={styles.dropHeading}>Drop photos and scanned documents here</h2>
            <p className={styles.dropText}>
              JPEG, PNG or PDF, up to {max_at_once} files of 10 MB. A barcode or QR code in the picture, or
              the name of the file, says which shipment it belongs to.
            </p>
          </div>
          <label className={styles.choose}>
            <input
              type="file"
              multiple
              accept={takes}
              className="only-heard"
              onChange={(event) => {
                uploader.add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <span className={cx(buttonClass({}), styles.choosePart)}>
              <Icon of={IconUpload} />
              <span>Choose files</span>
            </span>
          </label>
        </section>
        {refused.length > 0 && (
          <Notice variant="error" live title={`${files(refused.length)} could not be added.`}>
            <ul className={styles.refused}>
              <ByPosition of={refused}>{(sentence) => <li>{sentence}</li>}</ByPosition>
            </ul>
          </Notice>
        )}
        {proofs.length > 0 && (
          <Card
            title={files(proofs.length)}
            note={beingRead > 0 ? `Reading, ${files(beingRead)} left` : `${ready} ready, ${posted} posted`}
            actions={
              posted > 0 && (
                <Button size="sm" onClick={uploader.clearPosted}>
                  Clear posted
                </Button>
              )
            }
            flush
          >
            <ul className={styles.proofs}>
              {proofs.map((proof) => (
                <ProofRow
                  key={proof.id}
                  proof={proof}
                  onType={(reference) => uploader.type(proof.id, reference)}
                  onSearch={() => uploader.lookUp(proof)}
                  onReceiver={(name) => uploader.setReceiver(proof.id, name)}
                  onRetry={() => uploader.retry(proof.id)}
                  onRemove={() => uploader.remove(proof.id)}
                />
              ))}
            </ul>
          </Card>
        )}
        {proofs.length > posted && (
          <Card title="Delivered at">
            <Stack>
              <Row>
                <DateField {...standaloneField('day', day, setDay)} label="Day" optional />
                {day && <ClockField {...standaloneField('time', time, setTime)} label="Time" />}
              </Row>
              <p className={styles.quiet}>Without a day, deliveries get the current time.</p>
              <Row>
                <Button
                  variant="primary"
                  busy={isPosting}
                  reason={
                    ready > 0
                      ? undefined
                      : beingRead > 0
                        ? 'The files are still being read.'
                        : 'Enter a shipment reference for a file first.'
                  }
                  onClick={() => post()}
                >
                  Post {files(ready)}
                </Button>
              </Row>
            </Stack>
          </Card>
        )}
      </Stack>
    </Page>
  )
}
