import { IconCalendarOff, IconChartBar, IconTrash, IconUpload } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { formatRand } from '@waybill/domain/kit/money'
import { dayOf, parseInstant } from '@waybill/domain/kit/calls/wire'
import type { DraftMap } from '@waybill/domain/maps/model'
import { mayChangeDraft, mayEditMap } from '@waybill/domain/maps/zone-rules'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { ActionButton, Button } from '../../kit/ui/buttons/Button.tsx'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { dayText, fullWhen } from '../../kit/ui/values/moments.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { DraftBadge } from './ZoneBadges.tsx'
import { affected_queries } from './zone-queries.ts'
import shared from '../zone.module.css'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './draft-bar.module.css'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Formats the numbers of changes: `2 added, 1 changed`. */
export function changesText({
  added,
  changed,
  removed,
}: Pick<DraftMap, 'added' | 'changed' | 'removed'>): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(', ') || 'no changes yet'
  )
}

/** Bar of the selected draft map, with its changes, the preview of their effect, publishing and deletion. */
export function DraftBar({ draft, onGone }: { draft: DraftMap; onGone: () => void }) {
  const me = useMe()
  const [open, setOpen] = useState<'preview' | 'publish' | null>(null)
  const remove = useEndpointMutation(zonesApi.removeDraft, { refresh: affected_queries, done: onGone })
  const stop = useEndpointMutation(zonesApi.changeDraft, { refresh: affected_queries })
  const verdict = mayEditMap(me, 'draft_maps')
  const mayEdit = verdict === true && mayCall(me, zonesApi.publish)
  const changes = draft.added + draft.changed + draft.removed
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Discard ${draft.name}?`,
      body: `Its changes (${changesText(draft)}) are lost. The published map stays as it is.`,
      confirm: 'Discard',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id: draft.id })
  }
  return (
    <section className={shared.draftBar} aria-label={`Draft ${draft.name}`}>
      <div className={styles.draftWords}>
        <strong>{draft.name}</strong>
        <DraftBadge draft={draft} />
        <span className={shared.quiet}>
          {draft.status === 'scheduled' && draft.publish_at
            ? `${changesText(draft)} · will be published on ${fullWhen(draft.publish_at)}`
            : draft.status === 'published' && draft.time_published
              ? `${changesText(draft)} · published on ${fullWhen(draft.time_published)}`
              : changesText(draft)}
        </span>
      </div>
      {draft.problem && <Notice variant="error">{draft.problem}</Notice>}
      {draft.status !== 'published' && (
        <div className={shared.row}>
          <Button size="sm" icon={IconChartBar} onClick={() => setOpen('preview')}>
            Preview
          </Button>
          {mayEdit && draft.status === 'scheduled' && (
            <Button
              size="sm"
              icon={IconCalendarOff}
              busy={stop.isPending}
              onClick={() => stop.mutate({ id: draft.id, version: draft.version, is_scheduled: false })}
            >
              Cancel schedule
            </Button>
          )}
          {mayEdit && (
            <ActionButton
              size="sm"
              icon={IconTrash}
              verdict={mayChangeDraft(draft)}
              onClick={() => confirmRemove()}
            >
              Discard
            </ActionButton>
          )}
          {mayEdit && draft.status === 'preparing' && (
            <Button
              size="sm"
              variant="primary"
              icon={IconUpload}
              reason={changes === 0 ? 'Draw, change or remove an area in the draft first.' : null}
              onClick={() => setOpen('publish')}
            >
              Publish…
            </Button>
          )}
        </div>
      )}
      {open === 'preview' && (
        <Modal title={`What ${draft.name} would change`} width="wide" onClose={() => setOpen(null)}>
          <Preview draft={draft} />
        </Modal>
      )}
      {open === 'publish' && <PublishDialog draft={draft} onClose={() => setOpen(null)} />}
    </section>
  )
}

const counted = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`

/** Shows what a draft would have changed for the shipments of the latest day with shipments. */
function Preview({ draft }: { draft: DraftMap }) {
  const query = useQuery({ ...endpointQuery(zonesApi.previewDraft, { draft_map_id: draft.id }), gcTime: 0 })
  const preview = query.data
  if (query.error)
    return <RegionError thrown={query.error} what="The preview" onRetry={() => void query.refetch()} />
  if (!preview) return <Loading lines={5} />
  return (
    <div className={styles.preview}>
      <Facts
        of={[
          ['Areas', changesText(preview)],
          ['Suburbs', `${counted(preview.suburbs, 'suburb', 'suburbs')} would belong to another area`],
        ]}
      />
      {preview.date === null ? (
        <p className={styles.previewText}>
          Nothing was booked in the last two weeks, so there are no shipments to compare.
        </p>
      ) : (
        <>
          <p className={styles.previewText}>
            Of {counted(preview.shipments, 'shipment', 'shipments')} booked on {dayText(preview.date)}:
          </p>
          <PartialListNotice
            shown={preview.shipments}
            total={preview.count}
            what="shipments"
            rest="They are spread evenly over the day. The numbers cover only these shipments."
          />
          <ul className={styles.numbers}>
            <li className={styles.numbersItem}>
              <strong className={styles.numbersStrong}>{preview.branch}</strong> would change branch
            </li>
            <li className={styles.numbersItem}>
              <strong className={styles.numbersStrong}>{preview.driver_zone}</strong> would change driver zone
            </li>
            <li className={styles.numbersItem}>
              <strong className={styles.numbersStrong}>{preview.rate_tag}</strong> would change rate tag
            </li>
            <li className={styles.numbersItem}>
              <strong className={styles.numbersStrong}>{preview.price}</strong>{' '}
              {preview.price === 1 ? 'price changes' : 'prices change'}
              {preview.price > 0 && `, ${formatRand(preview.price_difference)} in total`}
            </li>
          </ul>
        </>
      )}
      {preview.examples.length > 0 && (
        <ul className={styles.examples}>
          {preview.examples.map(({ shipment_id, tracking_reference, what }) => (
            <li className={styles.examplesItem} key={shipment_id}>
              <AppLink to={`/shipments/${shipment_id}`}>{tracking_reference}</AppLink> {what.join('; ')}
            </li>
          ))}
        </ul>
      )}
      {preview.suburb_examples.length > 0 && (
        <p className={cx(shared.quiet, styles.previewText)}>
          Suburbs: {preview.suburb_examples.join(' · ')}
          {preview.suburbs > preview.suburb_examples.length && ' …'}
        </p>
      )}
    </div>
  )
}

function PublishDialog({ draft, onClose }: { draft: DraftMap; onClose: () => void }) {
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [day, setDay] = useState<string | null>(() => dayOf(new Date(Date.now() + day_ms)))
  const [time, setTime] = useState('05:00')
  const at = when === 'later' && day ? parseInstant(`${day} ${time}:00+02:00`) : null
  const publish = useEndpointMutation(zonesApi.publish, {
    refresh: affected_queries,
    done: ({ status }) => {
      toast.success(
        status === 'scheduled' ? 'The draft will be published at the chosen time' : 'The map is published',
      )
      onClose()
    },
  })
  const problem =
    when === 'later' && (!at || at.getTime() <= Date.now()) ? 'Choose a date and time in the future.' : null
  return (
    <Modal
      title={`Publish ${draft.name}`}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={publish.isPending}
            reason={problem}
            onClick={() => publish.mutate({ draft_map_id: draft.id, at: at ?? undefined })}
          >
            {when === 'now' ? 'Publish now' : 'Publish later'}
          </Button>
        </>
      }
    >
      <Preview draft={draft} />
      <RadioGroup
        {...standaloneField('when', when, setWhen)}
        label="When"
        choices={[
          {
            value: 'now',
            label: 'Now',
            hint: 'New shipments go by it at once; those under way keep what they have.',
          },
          { value: 'later', label: 'Automatically at a later time' },
        ]}
      />
      {when === 'later' && (
        <FieldRow>
          <DateField {...standaloneField('day', day, setDay)} label="Day" />
          <TextField
            {...standaloneField('time', time, setTime)}
            label="Time"
            hint="Such as 05:00."
            maxLength={5}
            width={120}
          />
        </FieldRow>
      )}
    </Modal>
  )
}
