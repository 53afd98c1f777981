import type { Cents } from '@waybill/domain/kit/money'
import type { SettingControl } from '@waybill/domain/kit/setting-control'
import type { MessageText } from '@waybill/domain/notifications/message-texts'
import type { WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { weekday_choices } from '@waybill/domain/kit/dates/weekdays'
import type { ReactNode } from 'react'
import { PictureEditor } from '../../files/index.ts'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextArea, TextField } from '../../kit/form/TextField.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { MessageTextsEditor } from '../../notifications/index.ts'
import { ColourEditor } from './ColourEditor.tsx'
import type { ControlProps } from './control.ts'
import { CountriesEditor } from './lists/CountriesEditor.tsx'
import { fieldOf } from './field-of.ts'
import { HoursEditor } from './HoursEditor.tsx'
import { ManyEditor } from './lists/ManyEditor.tsx'
import { MomentEditor } from './MomentEditor.tsx'
import { NamedEditor } from './texts/NamedEditor.tsx'
import { AmountsEditor, NumbersEditor } from './NumbersEditor.tsx'
import { ProseEditor } from './texts/ProseEditor.tsx'
import { RowsEditor } from './lists/RowsEditor.tsx'
import { SecretEditor } from './texts/SecretEditor.tsx'
import { TextsEditor } from './lists/TextsEditor.tsx'
import { WidgetEditor } from './texts/WidgetEditor.tsx'

type Editors = { [Kind in SettingControl['kind']]: (props: ControlProps<Kind>) => ReactNode }

const input_types = { email: 'email', phone: 'tel', url: 'url' } as const
const input_modes = { email: 'email', phone: 'tel', url: 'url' } as const

const editors: Editors = {
  toggle: (props) => <Toggle {...fieldOf<boolean>(props)} />,
  number: (props) => (
    <NumberField
      {...fieldOf<number | null>(props)}
      places={props.control.whole ? 0 : 3}
      suffix={props.control.unit}
      width={props.control.unit ? 168 : 120}
    />
  ),
  money: (props) => <MoneyField {...fieldOf<Cents | null>(props)} />,
  words: (props) => {
    const { format, max } = props.control
    return (
      <TextField
        {...fieldOf<string>(props)}
        maxLength={max}
        autoComplete="off"
        type={format === 'email' ? 'text' : format ? input_types[format] : 'text'}
        {...(format ? { inputMode: input_modes[format] } : {})}
        width={320}
      />
    )
  },
  lines: (props) => <TextArea {...fieldOf<string>(props)} rows={4} maxLength={props.control.max} />,
  prose: (props) => <ProseEditor {...props} />,
  widget: (props) => <WidgetEditor {...props} />,
  secret: (props) => <SecretEditor {...props} />,
  time: (props) => <ClockField {...fieldOf<string>(props)} />,
  day: (props) => <DateField {...fieldOf<string | null>(props)} width={180} />,
  moment: (props) => <MomentEditor {...props} />,
  texts: (props) => <TextsEditor {...props} value={props.value as string[]} />,
  numbers: (props) => <NumbersEditor {...props} />,
  amounts: (props) => <AmountsEditor {...props} />,
  one: (props) => <SelectField {...fieldOf<string>(props)} options={props.control.choices} width={240} />,
  named: (props) => <NamedEditor {...props} value={String(props.value ?? '')} />,
  weekday: (props) => <SelectField {...fieldOf<number>(props)} options={weekday_choices} width={160} />,
  many: (props) => <ManyEditor {...props} value={props.value as string[]} />,
  countries: (props) => <CountriesEditor {...props} value={props.value as string[]} />,
  colour: (props) => <ColourEditor {...props} value={String(props.value ?? '')} />,
  image: ({ control, label, value, onChange, off, error }) => (
    <PictureEditor
      shape={control.shape}
      label={label}
      value={String(value ?? '')}
      onChange={onChange}
      off={off !== null}
      error={error}
    />
  ),
  hours: (props) => <HoursEditor {...props} value={props.value as WeekHours} />,
  message_texts: ({ value, onChange, off }) => (
    <MessageTextsEditor value={value as MessageText[]} onChange={onChange} off={off} />
  ),
  rows: (props) => (
    <RowsEditor {...props} value={props.value as Record<string, unknown>[]} Editor={SettingEditor} />
  ),
}

/** Renders the editor for a setting or column, chosen by its kind (SET-015). */
export function SettingEditor(props: ControlProps) {
  const Editor = editors[props.control.kind] as (props: ControlProps) => ReactNode
  return <Editor {...props} />
}
