import type { ReactNode } from 'react'
import type { DownloadAnswer, DownloadFormat } from '@waybill/domain/kit/lists/download'
import { Page } from '../ui/page-layout/Layout.tsx'
import { PageHeader } from '../ui/page-layout/PageHeader.tsx'
import { DataTable } from './DataTable.tsx'
import { ExportMenu } from './export/ExportMenu.tsx'
import type { RowId } from './rows/use-selection.ts'
import type { Views } from './saved-views/saved-views.ts'
import { ViewTabs } from './saved-views/ViewTabs.tsx'
import type { DataTableProps } from './table-props.ts'
import type { List } from './use-list.ts'
import type { Rows } from './use-rows.ts'

interface ListPageProps<Row> extends Omit<
  DataTableProps<Row>,
  'name' | 'caption' | 'rows' | 'total' | 'query' | 'idOf' | 'inCard'
> {
  title: string
  /** Name of the table for screen readers; the title if absent. */
  caption?: string
  /** From `useRows`. */
  of: Rows<Row>
  list: List
  back?: { to: string; label: string }
  /** Secondary buttons, before the export. */
  actions?: ReactNode
  /** The only primary button. */
  primary?: ReactNode
  /** Whether the rows can be exported; a function requests the file from the server, with no size limit. */
  exported?: boolean | ((format: DownloadFormat) => Promise<DownloadAnswer>)
  views?: Views
  /** Other tabs than those of views. */
  tabs?: ReactNode
  /** The open dialog. */
  children?: ReactNode
}

/** A page that consists of one list: header with count, export and actions, views, filters and table. */
export function ListPage<Row extends { id: RowId }>({
  title,
  caption = title,
  of: { rows, total, query, fetchAll },
  back,
  actions,
  primary,
  exported = false,
  views,
  tabs,
  children,
  ...table
}: ListPageProps<Row>) {
  const { list, columns } = table
  const exportMenu = exported && (
    <ExportMenu
      name={list.name}
      columns={columns}
      rows={rows ?? []}
      fetchAll={fetchAll}
      {...(exported === true ? {} : { requestFile: exported })}
    />
  )
  return (
    <Page width="list">
      <PageHeader
        title={title}
        count={total}
        {...(back ? { back } : {})}
        actions={
          (actions || exportMenu) && (
            <>
              {actions}
              {exportMenu}
            </>
          )
        }
        primary={primary}
      />
      {views && <ViewTabs views={views} label="Views" />}
      {tabs}
      <DataTable
        {...table}
        name={list.name}
        caption={caption}
        rows={rows}
        total={total}
        query={query}
        idOf={({ id }) => id}
      />
      {children}
    </Page>
  )
}
