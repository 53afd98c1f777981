import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { barcodesApi } from '@waybill/domain/barcodes/api'
import {
  barcodeCount,
  checkBarcodes,
  readCodes,
  type BarcodeFormat,
  type BarcodeOrder,
  type BarcodeSymbol,
} from '@waybill/domain/barcodes/rules'
import { baysOf } from '@waybill/domain/hub/bays'
import { hub_bays } from '@waybill/domain/hub/settings'
import { startupApi } from '@waybill/domain/startup/api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'

/** The value of an empty number field; no rule accepts it. */
const no_number = -1

interface RangeTyped {
  prefix: string
  from: number | null
  to: number | null
  digits: number | null
}

interface Typed {
  ranges: RangeTyped[]
  pasted: string
  branch_id: number | null
  symbol: BarcodeSymbol
  format: BarcodeFormat
  columns: number | null
  rows: number | null
  width: number | null
  height: number | null
}

const empty_range: RangeTyped = { prefix: '', from: null, to: null, digits: null }

/** Whether a range is empty; empty ranges are ignored. */
const isEmpty = ({ prefix, from, to, digits }: RangeTyped): boolean =>
  prefix === '' && from === null && to === null && digits === null

function orderOf(typed: Typed): BarcodeOrder {
  return {
    ranges: typed.ranges
      .filter((range) => !isEmpty(range))
      .map(({ prefix, from, to, digits }) => ({
        prefix,
        from: from ?? no_number,
        to: to ?? no_number,
        digits: digits ?? 0,
      })),
    codes: readCodes(typed.pasted),
    symbol: typed.symbol,
    format: typed.format,
    columns: typed.columns ?? no_number,
    rows: typed.rows ?? no_number,
    width: typed.width ?? no_number,
    height: typed.height ?? no_number,
  }
}

/** Returns the form field for a field of the order. Indexes differ because empty ranges are not part of the order. */
function fieldTyped(field: string, { ranges }: Typed): string {
  if (field === 'codes') return 'pasted'
  const [first, place, ...rest] = field.split('.')
  if (first !== 'ranges') return field
  const filled = ranges.flatMap((range, index) => (isEmpty(range) ? [] : [index]))
  return ['ranges', filled[Number(place)] ?? 0, ...rest].join('.')
}

/** Page that prints ranges, lists and the bays of a branch as barcodes on A4 sheets and rolls (TOOL-007). */
export default function BarcodesPage() {
  const general = useQuery({ ...endpointQuery(startupApi.generalData, {}), staleTime: 600_000 })
  const bays = useSetting(hub_bays)
  const [made, setMade] = useState<{ url: string; count: number } | null>(null)
  const branches = (general.data?.branches ?? []).filter(({ is_active }) => is_active)
  const baysIn = (branchId: number | null): string[] => {
    const branch = branches.find(({ id }) => id === branchId)
    return branch ? baysOf(branch, bays) : []
  }
  const form = useForm<Typed>({
    initial: {
      ranges: [empty_range],
      pasted: '',
      branch_id: null,
      symbol: 'code128',
      format: 'sheet',
      columns: 3,
      rows: 8,
      width: 50,
      height: 25,
    },
    check: (typed) => {
      const order = orderOf(typed)
      const codes = [...order.codes, ...baysIn(typed.branch_id)]
      return checkBarcodes({ ...order, codes }).map(({ field, message }) => ({
        field: fieldTyped(field, typed),
        message,
      }))
    },
  })
  const { values } = form
  const count = barcodeCount(orderOf(values)) + baysIn(values.branch_id).length
  const print = useEndpointMutation(barcodesApi.print, {
    inForm: true,
    done: ({ url }) => {
      setMade({ url, count })
      form.reset(form.values)
      openTab(url)
    },
  })
  const setRanges = (ranges: RangeTyped[]): void => form.set('ranges', ranges)
  return (
    <Page width="form">
      <PageHeader title="Barcode generator" back={{ to: '/tools', label: 'Tools' }} />
      <Stack>
        <FormPanel
          form={form}
          saving={print.isPending}
          error={print.error}
          submit={count > 0 ? `Make ${words(count, 'barcode')}` : 'Make barcodes'}
          {...(values.format === 'sheet' && count > 0 ? { note: sheetsText(values, count) } : {})}
          onSubmit={(typed) => {
            const { ranges, codes, ...how } = orderOf(typed)
            print.mutate({
              ...how,
              ranges: [...ranges],
              codes: [...codes],
              branch_id: typed.branch_id ?? undefined,
            })
          }}
        >
          <Card title="What to print">
            <Stack>
              {values.ranges.map((_, index) => (
                <RangeFields
                  key={index}
                  form={form}
                  index={index}
                  onRemove={
                    values.ranges.length > 1
                      ? () => setRanges(values.ranges.filter((_range, at) => at !== index))
                      : null
                  }
                />
              ))}
              <Row>
                <Button icon={IconPlus} onClick={() => setRanges([...values.ranges, empty_range])}>
                  Add range
                </Button>
              </Row>
              <TextArea
                {...form.field('pasted')}
                label="List"
                optional
                rows={5}
                hint="One text per line, or separated by commas."
              />
              <SelectField
                {...form.field('branch_id')}
                label="Bays of a branch"
                optional
                clearable
                options={branches.map(({ id, name }) => ({
                  value: id,
                  label: name,
                  hint: words(baysIn(id).length, 'bay'),
                  disabled: baysIn(id).length === 0,
                }))}
              />
            </Stack>
          </Card>
          <Card title="How">
            <Stack>
              <RadioGroup
                {...form.field('symbol')}
                label="Symbol"
                choices={[
                  { value: 'code128', label: 'Code 128', hint: 'Bars, for every hand scanner.' },
                  { value: 'qr', label: 'QR code', hint: 'Small, for long texts and phones.' },
                ]}
              />
              <RadioGroup
                {...form.field('format')}
                label="Paper"
                choices={[
                  { value: 'sheet', label: 'A4 sheets' },
                  { value: 'roll', label: 'Roll, as PDF' },
                  { value: 'zpl', label: 'Roll, for a label printer (ZPL)' },
                ]}
              />
              {values.format === 'sheet' ? (
                <FieldRow>
                  <NumberField {...form.field('columns')} label="Columns" places={0} />
                  <NumberField {...form.field('rows')} label="Rows" places={0} />
                </FieldRow>
              ) : (
                <FieldRow>
                  <NumberField {...form.field('width')} label="Label width" suffix="mm" places={0} />
                  <NumberField {...form.field('height')} label="Label height" suffix="mm" places={0} />
                </FieldRow>
              )}
            </Stack>
          </Card>
        </FormPanel>
        {made && (
          <Notice
            live
            variant="success"
            title={
              made.count === 1 ? 'The barcode is ready.' : `${formatCount(made.count)} barcodes are ready.`
            }
            action={<Button onClick={() => openTab(made.url)}>Open the file</Button>}
          />
        )}
      </Stack>
    </Page>
  )
}

function words(count: number, thing: string): string {
  return `${formatCount(count)} ${count === 1 ? thing : `${thing}s`}`
}

function sheetsText({ columns, rows }: Typed, count: number): string {
  return `${words(Math.ceil(count / Math.max(1, (columns ?? 1) * (rows ?? 1))), 'sheet')} of A4`
}

function RangeFields({
  form,
  index,
  onRemove,
}: {
  form: Form<Typed>
  index: number
  onRemove: (() => void) | null
}) {
  const { prefix, from, to, digits } = form.values.ranges[index] ?? empty_range
  const coded = (number: number): string => prefix + String(number).padStart(digits ?? 0, '0')
  return (
    <div role="group" aria-label={`Range ${index + 1}`}>
      <FieldRow>
        <TextField
          {...form.field(`ranges.${index}.prefix`)}
          label="Prefix"
          optional
          mono
          autoComplete="off"
        />
        <NumberField {...form.field(`ranges.${index}.from`)} label="From" places={0} />
        <NumberField {...form.field(`ranges.${index}.to`)} label="To" places={0} />
        <NumberField {...form.field(`ranges.${index}.digits`)} label="Digits" optional places={0} />
        {onRemove && (
          <Button icon={IconTrash} variant="ghost" onClick={onRemove}>
            Remove range {index + 1}
          </Button>
        )}
      </FieldRow>
      {from !== null && to !== null && (
        <p>
          <span className="mono">{coded(from)}</span> to <span className="mono">{coded(to)}</span>
        </p>
      )}
    </div>
  )
}
