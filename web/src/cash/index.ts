export { CountForm } from './CountForm.tsx'
export { count_texts, type CountTexts } from './count-texts.ts'
