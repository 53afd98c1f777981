import { moveInApi, shadow_groups, type ShadowSum, type ShadowWaybill } from '@waybill/domain/move-in/api'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { countColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'

const waybill_columns: readonly Column<ShadowWaybill>[] = [
  monoColumn('waybill', 'Waybill', 128, ({ waybill }) => waybill),
  monoColumn('account_code', 'Account', 104, ({ account_code }) => account_code),
  textColumn('lane', 'Lane', 200, ({ lane }) => lane),
  textColumn('service_level_code', 'Service', 88, ({ service_level_code }) => service_level_code),
  moneyColumn('old_price', 'Old price', 112, ({ old_price }) => old_price),
  moneyColumn('new_price', 'New price', 112, ({ new_price }) => new_price),
  moneyColumn('difference', 'Difference', 112, ({ difference }) => difference),
  textColumn('reasons', 'Because', 360, ({ reasons }) => reasons.join(' · ')),
]

const sumColumns = (title: string): readonly Column<ShadowSum>[] => [
  textColumn('name', title, 240, ({ name }) => name || 'Without a lane'),
  countColumn('total', 'Waybills', 88, ({ total }) => total),
  countColumn('priced', 'With a price', 104, ({ priced }) => priced),
  moneyColumn('old_price', 'Old price', 120, ({ old_price }) => old_price),
  moneyColumn('new_price', 'New price', 120, ({ new_price }) => new_price),
  moneyColumn('difference', 'Difference', 120, ({ difference }) => difference),
]

/** Number of sums displayed; the largest differences come first. */
const max_sums = 200

const group_titles = { account_code: 'Account', lane: 'Lane' } as const

/** Page of a month of old waybills with their old and new prices, and sums by account and lane. */
export default function ShadowMonthPage() {
  const id = Number(usePathPart('id'))
  const go = useGo()
  const me = useMe()
  const list = useList({ name: 'shadow-waybills' })
  const found = useRows(moveInApi.shadowWaybills, { ...list.input, id }, ({ waybills }) => waybills)
  const remove = useEndpointMutation(moveInApi.removeShadowMonth, {
    refresh: [moveInApi.shadowMonths],
    done: () => void go('/tools/move-in?tab=shadow'),
  })
  const month = found.answer?.month
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Delete this comparison?',
      body: 'The prices of its waybills are deleted. Nothing else depends on them.',
      confirm: 'Delete',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) remove.mutate({ id })
  }
  return (
    <Page width="full">
      <PageHeader
        title={month?.name ?? 'Shadow month'}
        back={{ to: '/tools/move-in?tab=shadow', label: 'Shadow month' }}
        actions={
          <>
            <ExportMenu
              name="shadow-waybills"
              columns={waybill_columns}
              rows={found.rows ?? []}
              fetchAll={found.fetchAll}
            />
            {mayCall(me, moveInApi.removeShadowMonth) && (
              <Button variant="danger" busy={remove.isPending} onClick={confirmRemove}>
                Delete
              </Button>
            )}
          </>
        }
      />
      <Stack>
        {month && (
          <Card title="Total">
            <Facts
              of={[
                ['Price book', month.revision_name],
                ['Waybills with a price', `${formatCount(month.priced)} of ${formatCount(month.total)}`],
                ['Old price', <Money key="old" cents={month.old_price} />],
                ['New price', <Money key="new" cents={month.new_price} />],
                ['Difference', <Money key="difference" cents={month.new_price - month.old_price} />],
              ]}
            />
          </Card>
        )}
        {shadow_groups.map((by) => (
          <Sums key={by} id={id} by={by} />
        ))}
        <Card title="Waybills" flush>
          <DataTable
            name="shadow-waybills"
            caption="Waybills"
            columns={waybill_columns}
            inCard
            {...found}
            list={list}
            idOf={({ line }) => line}
            card={({ waybill, difference, reasons }) => ({
              title: waybill,
              lines: [<Money key="difference" cents={difference} />, reasons.join(' · ')],
            })}
            empty={{ title: 'No waybills' }}
          />
        </Card>
      </Stack>
    </Page>
  )
}

function Sums({ id, by }: { id: number; by: (typeof shadow_groups)[number] }) {
  const name = `shadow-sums-${by}`
  const found = useRows(moveInApi.shadowSums, { id, by, limit: max_sums }, ({ sums }) => sums)
  const title = group_titles[by]
  return (
    <Card title={`By ${title.toLowerCase()}`} flush>
      <PartialListNotice
        shown={found.rows?.length ?? 0}
        total={found.rows ? (found.total ?? 0) : 0}
        what="sums"
        rest="The largest differences are shown; export the waybills for the rest."
      />
      <DataTable
        name={name}
        caption={`By ${title.toLowerCase()}`}
        columns={sumColumns(title)}
        inCard
        {...found}
        idOf={({ name: key }) => key}
        card={({ name: key, difference }) => ({
          title: key || 'Without a lane',
          lines: [<Money key="difference" cents={difference} />],
        })}
        empty={{ title: 'No waybills' }}
      />
    </Card>
  )
}
