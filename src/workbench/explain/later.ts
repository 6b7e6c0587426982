// What is loaded when the first of it is needed: explanations, copies, stories and report cards.
export { copyCall } from './copies/forms.ts'
export { correctDocument } from './graphql/corrected-documents.ts'
export { rehearse } from './rehearsal.ts'
export { reportCard } from './report-card/card.ts'
export { copyCalls, sequenceOf } from './stories/forms.ts'
export { explain } from './why.ts'
