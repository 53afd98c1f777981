import { createContext } from 'react'

/** The colours of the theme as they stand in the form, saved or not, by key: what a colour is read against may be another one of them. */
export const ThemeColours = createContext<Readonly<Record<string, unknown>>>({})
