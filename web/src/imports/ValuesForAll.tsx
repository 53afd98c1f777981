import { IconX } from '../kit/icons/icons.ts'
import { columnLabel, import_columns, type ColumnValues } from '@waybill/domain/imports/columns'
import type { ColumnMap } from '@waybill/domain/kit/csv/match-headings'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { IconButton } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'

/** Fields for values that apply to every shipment of a file, for columns that the file does not have. */
export function ValuesForAll({
  columns,
  values,
  is_staff,
  onChange,
}: {
  columns: ColumnMap
  values: ColumnValues
  is_staff: boolean
  onChange: (values: ColumnValues) => void
}) {
  const options = import_columns
    .filter(({ key, staff_only }) => (is_staff || !staff_only) && !(key in columns) && !(key in values))
    .map(({ key, label, group }) => ({ value: key, label, hint: group }))
  return (
    <Card title="The same for every shipment">
      <Stack>
        {Object.entries(values).map(([key, value]) => (
          <Row key={key}>
            <TextField
              {...standaloneField(key, value, (text: string) => onChange({ ...values, [key]: text }))}
              label={columnLabel(key)}
              width={320}
            />
            <IconButton
              icon={IconX}
              label={`Remove ${columnLabel(key)}`}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(values).filter(([other]) => other !== key)))
              }
            />
          </Row>
        ))}
        <SelectField
          {...standaloneField<string | null>(
            'added',
            null,
            (key) => key !== null && onChange({ ...values, [key]: '' }),
          )}
          label="Add a value"
          hint="Values that are not in the file, such as service level, weight or collection address."
          placeholder="Choose…"
          options={options}
          width={320}
          optional
        />
      </Stack>
    </Card>
  )
}
