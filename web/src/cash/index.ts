export { CountForm } from './CountForm.tsx'
