import { IconDots, IconPlus } from '../../kit/icons/icons.ts'
import { mayChange, mayPublish } from '@waybill/domain/rates/revisions/draft-rules'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { AuditTrailModal } from '../../audit/index.ts'
import { mayViewAudit } from '@waybill/domain/audit/access'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink, ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { DraftDialog } from '../revisions/DraftDialog.tsx'
import { GridTab } from '../price-grid/GridTab.tsx'
import { HeadDialog } from '../revisions/HeadDialog.tsx'
import { AdjustmentsTab, GroupsTab, ServiceLevelsTab, SurchargesTab } from '../price-books/PartTabs.tsx'
import { rate_tabs, rateAddress, revisionState, type RateTab } from '../rate-texts.ts'
import { RevisionStrip } from '../revisions/RevisionStrip.tsx'
import { RevisionsTab } from '../revisions/RevisionsTab.tsx'
import { useRateBook, type RateBook } from '../use-rate-book.ts'
import styles from './rates-page.module.css'
import { EstimatesTab } from './EstimatesTab.tsx'

/** The rates page: the price grid and all other parts of a price book, for the revision in force or another one. */
export default function RatesPage() {
  const wanted = usePathPart('tab') || rate_tabs[0].key
  const tab = rate_tabs.find(({ key }) => key === wanted)?.key
  const { book, query } = useRateBook()
  if (!tab) throw new PageNotFound()
  if (!book)
    return (
      <Page>
        <PageHeader title="Rates and estimates" />
        {query.isError ? (
          <RegionError thrown={query.error} what="The prices" onRetry={() => void query.refetch()} />
        ) : (
          <Loading lines={8} />
        )}
      </Page>
    )
  return <Revision key={book.detail.revision.id} book={book} tab={tab} />
}

function Revision({ book, tab }: { book: RateBook; tab: RateTab }) {
  const id = usePathPart('id')
  const go = useGo()
  const mayVisit = useMayVisit()
  const { values } = useSearchState()
  const { revision } = book.detail
  const isGrid = tab === 'grid'
  const { book: content } = book.detail
  const group = content.rate_groups.find((one) => String(one.id) === values.group) ?? content.rate_groups[0]
  const service =
    book.compiled.services.find((one) => String(one.id) === values.service) ?? book.compiled.services[0]
  return (
    <Page width={isGrid ? 'list' : 'full'}>
      {tab === 'revisions' && id === '' ? (
        <PageHeader
          title="Rates and estimates"
          primary={<StartDraft book={book} label={`Start a draft from ${revision.name}`} />}
        />
      ) : (
        <PageHeader
          title={revision.name}
          titleText={`${revision.name}, ${rate_tabs.find(({ key }) => key === tab)?.label ?? ''}`}
          back={{ to: '/rates-and-estimates/revisions', label: 'Rates and estimates' }}
          badge={<StatusBadge {...revisionState(revision, new Date())} />}
          note={`Revision ${revision.id}`}
          actions={<Actions book={book} />}
          primary={<Primary book={book} />}
        />
      )}
      <Tabs
        label="Rates and estimates"
        tabs={rate_tabs}
        chosen={tab}
        onChoose={(key) => go(rateAddress(key, { revision: revision.id }))}
        end={
          <>
            {mayVisit('/settings') && (
              <AppLink to="/settings?tab=general&section=public-holiday-office-hours">Holidays</AppLink>
            )}
            {mayVisit('/maps') && <AppLink to="/maps?kind=service_days">Service days</AppLink>}
          </>
        }
      />
      {tab !== 'estimates' && tab !== 'revisions' && (
        <RevisionStrip
          book={book}
          group={isGrid ? group?.id : undefined}
          service={isGrid ? service?.id : undefined}
        />
      )}
      {tab === 'grid' && <GridTab book={book} />}
      {tab === 'service-levels' && <ServiceLevelsTab book={book} id={id} />}
      {tab === 'surcharges' && <SurchargesTab book={book} id={id} />}
      {tab === 'adjustments' && <AdjustmentsTab book={book} id={id} />}
      {tab === 'groups' && <GroupsTab book={book} id={id} />}
      {tab === 'estimates' && <EstimatesTab book={book} />}
      {tab === 'revisions' && <RevisionsTab book={book} id={id} />}
    </Page>
  )
}

/** The primary button: publishes a draft, or starts a draft from any other revision. */
function Primary({ book }: { book: RateBook }) {
  const me = useMe()
  const { revision } = book.detail
  if (!book.isDraft) return <StartDraft book={book} label="Start a draft from this" />
  return mayCall(me, revisionsApi.publish) && mayPublish(me) === true ? (
    <ButtonLink variant="primary" to={rateAddress('publish', { id: revision.id })}>
      Check and publish
    </ButtonLink>
  ) : null
}

/** Starts a draft with the content of this revision. */
function StartDraft({ book, label }: { book: RateBook; label: string }) {
  const me = useMe()
  const [isStarting, setStarting] = useState(false)
  if (!mayCall(me, revisionsApi.create)) return null
  return (
    <>
      <Button variant="primary" icon={IconPlus} onClick={() => setStarting(true)}>
        {label}
      </Button>
      {isStarting && <DraftDialog from={book.detail.revision} onClose={() => setStarting(false)} />}
    </>
  )
}

function Actions({ book }: { book: RateBook }) {
  const me = useMe()
  const go = useGo()
  const [dialog, setDialog] = useState<'head' | 'copy' | 'audit' | null>(null)
  const { revision } = book.detail
  const discard = useEndpointMutation(revisionsApi.discard, {
    refresh: [revisionsApi.list],
    done: () => {
      toast.success(`${revision.name} thrown away`)
      void go('/rates-and-estimates/revisions')
    },
  })
  const mayEdit = mayCall(me, revisionsApi.change) && mayChange(revision) === true
  const throwAway = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Discard ${revision.name}?`,
      body: 'Every change in this draft is lost. Prices in force stay as they are.',
      confirm: 'Discard',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) discard.mutate({ id: revision.id, version: revision.version })
  }
  const entries: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Name and start date', onSelect: () => setDialog('head') }] : []),
    ...(book.isDraft && mayCall(me, revisionsApi.create)
      ? [{ label: 'Start another draft from this', onSelect: () => setDialog('copy') }]
      : []),
    ...(mayViewAudit(me, 'rate_revision') === true
      ? [{ label: 'Audit trail', onSelect: () => setDialog('audit') }]
      : []),
    ...(mayEdit && mayCall(me, revisionsApi.discard)
      ? ['separator' as const, { label: 'Throw draft away', danger: true, onSelect: () => throwAway() }]
      : []),
  ]
  return (
    <>
      {book.isDraft && (
        <span className={styles.saved} aria-live="polite">
          {`Saved ${clockOf(revision.time_modified)}`}
        </span>
      )}
      <ButtonLink
        to={rateAddress('revisions', {
          id: revision.id,
          revision: revision.id,
          ...(revision.based_on_id === null ? {} : { search: { with: String(revision.based_on_id) } }),
        })}
      >
        {revision.based_on_id === null ? 'Compare' : `Compare with ${revision.based_on_id}`}
      </ButtonLink>
      {entries.length > 0 && (
        <Menu entries={entries} label="More">
          {(trigger) => <IconButton {...trigger} label="More" icon={IconDots} variant="secondary" />}
        </Menu>
      )}
      {dialog === 'head' && <HeadDialog book={book} onClose={() => setDialog(null)} />}
      {dialog === 'copy' && <DraftDialog from={revision} onClose={() => setDialog(null)} />}
      {dialog === 'audit' && (
        <AuditTrailModal
          type="rate_revision"
          object_id={String(revision.id)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
