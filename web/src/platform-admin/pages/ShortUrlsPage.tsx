import { IconCopy, IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { providersApi, type ShortUrl } from '@waybill/domain/platform-admin/providers-api'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { copyText, toast } from '../../kit/layers/toasts.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { countColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { NewShortUrl } from '../NewShortUrl.tsx'
import { personName } from '../../kit/session/people.ts'

const columns: readonly Column<ShortUrl>[] = [
  textColumn('code', 'Short URL', 128, (one) => one.short_url, {
    cell: (one) => <span className="mono">{one.code}</span>,
  }),
  textColumn('company', 'Company', 200, (one) => one.company),
  textColumn('target', 'Leads to', 340, (one) => one.target),
  countColumn('clicks', 'Clicks', 88, (one) => one.clicks),
  whenColumn('expires', 'Works until', 152, (one) => one.time_expires),
  textColumn('made', 'Created by', 160, (one) => personName(one.created_by), { quiet: true }),
]

/** Lists the short URLs of the companies and how often each was opened (NAV-051). */
export default function ShortUrlsPage() {
  const [isAdding, setAdding] = useState(false)
  const list = useList({ name: 'short-urls' })
  const found = useRows(providersApi.shortUrls, list.input, ({ short_urls }) => short_urls)
  const remove = useEndpointMutation(providersApi.removeShortUrl, {
    refresh: [providersApi.shortUrls],
    done: () => toast.success('Short URL ended'),
  })
  const confirmRemove = async ({ id, company_id, code }: ShortUrl): Promise<void> => {
    const isSure = await confirmAction({
      title: `End the short URL ${code}?`,
      body: 'People who follow it see that it no longer works. Its click count is deleted.',
      confirm: 'End it',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id, company_id })
  }
  return (
    <ListPage
      title="Short URLs"
      primary={
        <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setAdding(true)}>
          New short URL
        </Button>
      }
      of={found}
      columns={columns}
      list={list}
      searchHint="Code, target or company"
      rowMenu={(one) => [
        { label: 'Copy', icon: IconCopy, onSelect: () => copyText(one.short_url) },
        { label: 'End', icon: IconTrash, danger: true, onSelect: () => confirmRemove(one) },
      ]}
      card={(one) => ({
        title: one.short_url,
        lines: [one.target, `${one.company} · ${formatCount(one.clicks)} clicks`],
      })}
      empty={{ title: 'No short URLs yet.', text: 'Short URLs for messages are listed here.' }}
    >
      {isAdding && <NewShortUrl onClose={() => setAdding(false)} />}
    </ListPage>
  )
}
