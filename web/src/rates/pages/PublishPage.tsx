import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { compareBooks } from '@waybill/domain/rates/price-books/compare-price-books'
import { zonesWithoutArea } from '@waybill/domain/rates/revisions/publishing'
import { impact_days } from '@waybill/domain/rates/revisions/price-impact'
import type { ConfirmedWarning, Impact, RevisionDetail } from '@waybill/domain/rates/revisions/revisions'
import { countWarnings, warningText } from '@waybill/domain/rates/revisions/publishing-warnings'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { accountsApi } from '@waybill/domain/accounts/api'
import { ratesApi } from '@waybill/domain/rates/api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Steps } from '../../kit/ui/page-layout/Steps.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { DifferenceTable } from '../revisions/DifferenceTable.tsx'
import { addressOfPlace, rateAddress } from '../rate-texts.ts'
import shared from '../rates.module.css'
import styles from './publish-page.module.css'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'

const steps = [
  { key: 'check', title: 'Check' },
  { key: 'differences', title: 'Differences' },
  { key: 'impact', title: 'Effect' },
  { key: 'start', title: 'Start' },
] as const

/** Page to publish a draft in four steps: problems and warnings, differences, impact on past shipments, and start. */
export default function PublishPage() {
  const id = Number(usePathPart('id'))
  const { values } = useSearchState()
  const query = useQuery(endpointQuery(revisionsApi.detail, { id }))
  if (!Number.isInteger(id)) throw new PageNotFound()
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === values.step),
  )
  const { data } = query
  const back = { to: rateAddress('grid', { revision: id }), label: data?.revision.name ?? 'The draft' }
  const step = steps[at] ?? steps[0]
  return (
    <Page width="form">
      <PageHeader
        title={step.title}
        titleText={`Publish prices, ${step.title}`}
        note={`Step ${at + 1} of ${steps.length}`}
        back={back}
      />
      <Steps of={steps.map(({ title }) => title)} at={at} />
      {query.isError && (
        <RegionError thrown={query.error} what="The draft" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      {data && data.revision.status !== 'draft' && (
        <Notice variant="success" title={`${data.revision.name} is published.`}>
          {startText(data)}
        </Notice>
      )}
      {data && data.revision.status === 'draft' && <Step detail={data} at={at} />}
    </Page>
  )
}

function startText({ revision }: RevisionDetail): string {
  if (revision.is_in_force) return 'It applies to every new shipment.'
  return revision.valid_from ? `It applies from ${formatDateTime(revision.valid_from)}.` : ''
}

function Step({ detail, at }: { detail: RevisionDetail; at: number }) {
  const { set } = useSearchState()
  const [confirmed, setConfirmed] = useState<readonly ConfirmedWarning[]>([])
  const { key } = steps[at] ?? steps[0]
  const counts = countWarnings(detail.warnings)
  const open = counts.filter(
    ({ kind, count }) => !confirmed.some((one) => one.kind === kind && one.count === count),
  )
  const confirm = (counted: ConfirmedWarning, is: boolean): void =>
    setConfirmed([...confirmed.filter(({ kind }) => kind !== counted.kind), ...(is ? [counted] : [])])
  const stopped = ((): string | null => {
    if (detail.problems.length > 0) return 'Fix the problems in the first step.'
    const [first] = open
    return first ? `Confirm in the first step: ${warningText(first.kind, first.count)}.` : null
  })()
  const back = (): void => set({ step: steps[at - 1]?.key })
  return (
    <Stack>
      {key === 'check' && <Check detail={detail} counts={counts} open={open} onConfirm={confirm} />}
      {key === 'differences' && <Differences detail={detail} />}
      {key === 'impact' && <Effect detail={detail} />}
      {key === 'start' ? (
        <Start detail={detail} confirmed={confirmed} stopped={stopped} onBack={back} />
      ) : (
        <div className={styles.foot}>
          {at > 0 && <Button onClick={back}>Back</Button>}
          <Button variant="primary" reason={stopped} onClick={() => set({ step: steps[at + 1]?.key })}>
            Next
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Check({
  detail,
  counts,
  open,
  onConfirm,
}: {
  detail: RevisionDetail
  counts: readonly ConfirmedWarning[]
  /** Warnings that are not confirmed yet. */
  open: readonly ConfirmedWarning[]
  onConfirm: (counted: ConfirmedWarning, is: boolean) => void
}) {
  const { problems, warnings, revision, replaces, zone_tags } = detail
  const unknown = zonesWithoutArea(
    { ...detail.book, name: revision.name, rate_revision_id: revision.id, settings: detail.settings },
    zone_tags,
  )
  const isOvertaken = replaces !== null && replaces.id !== revision.based_on_id
  const isReady = problems.length + warnings.length + unknown.length === 0 && !isOvertaken
  const isOpen = ({ kind }: ConfirmedWarning): boolean => open.some((one) => one.kind === kind)
  return (
    <>
      {isReady && <Notice variant="success" title="Ready to publish." />}
      {problems.length > 0 && (
        <Card title="Fix first">
          <ul className={shared.reasons}>
            {problems.map(({ message, place }) => (
              <li key={message}>
                {message} <AppLink to={addressOfPlace(place, revision.id)}>Go to it</AppLink>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {counts.map((counted) => (
        <Card key={counted.kind} title={`${warningText(counted.kind, counted.count)}.`}>
          <div className={shared.stack}>
            <ul className={shared.reasons}>
              {warnings
                .filter(({ kind }) => kind === counted.kind)
                .map(({ message, place }) => (
                  <li key={message}>
                    {message} <AppLink to={addressOfPlace(place, revision.id)}>Go to it</AppLink>
                  </li>
                ))}
            </ul>
            <Notice variant="warning">
              <Checkbox
                {...standaloneField(`confirm-${counted.kind}`, !isOpen(counted), (is: boolean) =>
                  onConfirm(counted, is),
                )}
                label={`Confirm: ${warningText(counted.kind, counted.count)}.`}
              />
            </Notice>
          </div>
        </Card>
      ))}
      {unknown.length > 0 && (
        <Notice variant="warning" title={`No map area has ${unknown.join(', ')}.`}>
          Lanes with these zones have no effect until an area is drawn for them.
        </Notice>
      )}
      {isOvertaken && (
        <Notice variant="warning" title={`${replaces.name} was published after this draft was started.`}>
          Its changes are not in the draft. Compare before you publish.
        </Notice>
      )}
    </>
  )
}

function Differences({ detail }: { detail: RevisionDetail }) {
  const { replaces, revision, book } = detail
  const query = useQuery({
    ...endpointQuery(revisionsApi.detail, { id: replaces?.id }),
    enabled: replaces !== null,
  })
  if (!replaces) return <Notice variant="info">These are the first prices of the company.</Notice>
  if (query.isError)
    return (
      <RegionError thrown={query.error} what="The prices in force" onRetry={() => void query.refetch()} />
    )
  if (query.isPending) return <Loading lines={6} />
  return (
    <Card title={`What changes from ${replaces.name}`} flush>
      <DifferenceTable
        differences={compareBooks(query.data.book, book)}
        revision={revision.id}
        from={replaces.name}
        to={revision.name}
      />
    </Card>
  )
}

const day_choices = [7, impact_days.default, impact_days.max]

function Effect({ detail }: { detail: RevisionDetail }) {
  const { values, set } = useSearchState()
  const days = day_choices.find((count) => String(count) === values.days) ?? impact_days.default
  const query = useQuery({
    ...endpointQuery(revisionsApi.impact, { id: detail.revision.id, days }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      title="Effect on past shipments"
      actions={
        <SelectField
          {...standaloneField('days', days, (count: number) =>
            set({ days: String(count) }, { replace: true }),
          )}
          label="Shipments of the last"
          hideLabel
          size="sm"
          width={150}
          options={day_choices.map((value) => ({ value, label: `Last ${value} days` }))}
        />
      }
    >
      {query.isError && (
        <RegionError thrown={query.error} what="The effect" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={5} />}
      {query.data && <ImpactFigures impact={query.data} />}
    </Card>
  )
}

function ImpactFigures({ impact }: { impact: Impact }) {
  const difference = impact.to - impact.from
  const words = difference === 0 ? 'the same' : difference > 0 ? 'more' : 'less'
  if (impact.count === 0) return <p className={shared.note}>No shipments were booked in these days.</p>
  return (
    <div className={shared.stack}>
      <div className={styles.figures}>
        <Figure value={formatCount(impact.replayed)} words="shipments priced again" />
        <Figure
          value={formatCount(impact.changed)}
          words={`would have a different price, ${formatCount(impact.dearer)} higher and ${formatCount(impact.cheaper)} lower`}
        />
        <Figure
          value={difference === 0 ? formatRand(0) : formatRand(Math.abs(difference))}
          words={`${words} in total, from ${formatRand(impact.from)} to ${formatRand(impact.to)}`}
        />
      </div>
      {impact.not_sold > 0 && (
        <Notice
          variant="error"
          title={`${formatCount(impact.not_sold)} ${impact.not_sold === 1 ? 'shipment' : 'shipments'} could no longer be booked.`}
        >
          The reasons are in the table below.
        </Notice>
      )}
      <PartialListNotice
        shown={impact.looked_at}
        total={impact.count}
        what="shipments"
        rest="They are spread evenly over these days. The amounts cover only these shipments."
      />
      <p className={shared.note}>{scopeText(impact)}</p>
      {impact.biggest.length > 0 && (
        <ScrollRegion label="The biggest changes" className={shared.scroll}>
          <table className={shared.table}>
            <caption className="only-heard">The biggest changes</caption>
            <thead>
              <tr>
                <th scope="col">Shipment</th>
                <th scope="col">Account</th>
                <th scope="col">Service level</th>
                <th scope="col" className={shared.amount}>
                  Now
                </th>
                <th scope="col" className={shared.amount}>
                  After
                </th>
                <th scope="col" className={shared.amount}>
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {impact.biggest.map((row) => (
                <tr key={row.id}>
                  <td>
                    <AppLink to={`/shipments/${row.id}`}>{row.reference}</AppLink>
                  </td>
                  <td>{row.account_name}</td>
                  <td>{row.service_level_name}</td>
                  <td className={shared.amount}>
                    <Money cents={row.from} />
                  </td>
                  <td className={shared.amount}>{row.to === null ? row.reason : <Money cents={row.to} />}</td>
                  <td className={shared.amount}>
                    {row.to === null ? '–' : <Money cents={row.to - row.from} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  )
}

/** Describes how many of the shipments the impact was calculated for. */
function scopeText({ count, looked_at, replayed, days }: Impact): string {
  const scope =
    looked_at < count
      ? `${formatCount(looked_at)} shipments of the last ${days} days`
      : `All ${formatCount(count)} shipments of the last ${days} days`
  const leftOut = looked_at - replayed
  return leftOut === 0
    ? `${scope} were priced again.`
    : `${scope} were looked at. The prices in force do not sell ${formatCount(leftOut)} of them either; they are left out.`
}

function Figure({ value, words }: { value: string; words: string }) {
  return (
    <div className={styles.figure}>
      <strong className={styles.figureStrong}>{value}</strong>
      <span className={styles.figurePart}>{words}</span>
    </div>
  )
}

function Start({
  detail,
  confirmed,
  stopped,
  onBack,
}: {
  detail: RevisionDetail
  confirmed: readonly ConfirmedWarning[]
  /** Why the draft cannot be published yet; `null` when it can. */
  stopped: string | null
  onBack: () => void
}) {
  const { revision, replaces } = detail
  const go = useGo()
  const { values, set } = useSearchState()
  const planned = revision.valid_from && revision.valid_from > new Date() ? dayOf(revision.valid_from) : null
  const day = values.from ?? planned
  const when = ((): 'now' | 'later' | '' => {
    if (values.when === 'now' || values.when === 'later') return values.when
    return planned === null ? '' : 'later'
  })()
  const publish = useEndpointMutation(revisionsApi.publish, {
    refresh: [revisionsApi.list, revisionsApi.detail, ratesApi.serviceLevels, accountsApi.choices],
    done: (published) => {
      toast.success(`${published.name} is published`)
      void go(rateAddress('grid', { revision: published.id }))
    },
  })
  const reason = ((): string | null => {
    if (when === '') return 'Choose when the new prices apply.'
    return when === 'later' && !day ? 'Choose the start date.' : null
  })()
  const send = async (): Promise<void> => {
    const start = when === 'later' && day ? { valid_from: startOfDay(day) } : { at_once: true }
    const isSure =
      when === 'later' ||
      (await confirmAction({
        title: `Publish ${revision.name} at once?`,
        body: 'All bookings from now on use these prices. Published prices cannot be changed.',
        confirm: 'Publish at once',
        cancel: 'Not yet',
      }))
    if (!isSure) return
    const { id, version } = revision
    publish.mutate({ id, version, replaces_id: replaces?.id ?? 0, confirmed: [...confirmed], ...start })
  }
  return (
    <>
      <Card title="From when">
        <div className={shared.stack}>
          <RadioGroup
            {...standaloneField('when', when, (value: 'now' | 'later' | '') =>
              set({ when: value }, { replace: true }),
            )}
            label="New prices apply"
            choices={[
              { value: 'now', label: 'Immediately', hint: 'Every booking from now on.' },
              { value: 'later', label: 'From a date', hint: 'At 00:00 on that day.' },
            ]}
          />
          {when === 'later' && (
            <DateField
              {...standaloneField('from', day, (value: string | null) =>
                set({ from: value ?? undefined }, { replace: true }),
              )}
              label="First day"
              from={dayOf(new Date())}
              width={200}
            />
          )}
          <Notice variant="info">
            Shipments and quotes keep the prices they were booked with. What is published never changes again;
            corrections are a new draft.
          </Notice>
        </div>
      </Card>
      <div className={styles.foot}>
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          busy={publish.isPending}
          reason={stopped ?? reason}
          onClick={() => void send()}
        >
          {when === 'now' ? 'Publish now' : 'Publish'}
        </Button>
      </div>
    </>
  )
}
