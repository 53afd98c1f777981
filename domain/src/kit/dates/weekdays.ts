/** Weekday names by number: Sunday 0 to Saturday 6 (CONST-001). */
export const weekday_names = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Weekday choices for forms, Monday first, with their numbers (CONST-001). */
export const weekday_choices = ([1, 2, 3, 4, 5, 6, 0] as const).map((value) => ({
  value: value as number,
  label: weekday_names[value],
}))
