-- AlterTable
ALTER TABLE "Snapshot" ADD COLUMN     "beforeAction" TEXT COLLATE "C";

-- Until now the name alone said that the console took a snapshot for Undo: back-, its time, and the action.
UPDATE "Snapshot" SET "beforeAction" = CASE substr("name", 24)
  WHEN 'advance-clock' THEN 'advanceClock'
  WHEN 'freeze-clock' THEN 'freezeClock'
  WHEN 'resume-clock' THEN 'resumeClock'
  WHEN 'restore-snapshot' THEN 'restoreSnapshot'
  WHEN 'apply-fixture' THEN 'applyFixture'
  WHEN 'clear-scenarios' THEN 'clearScenarios'
  WHEN 'complete-authorisation' THEN 'completeAuthorisation'
  WHEN 'start-payment-authorisation' THEN 'startPaymentAuthorisation'
  WHEN 'cancel-payment-in-bank' THEN 'cancelPaymentInBank'
  WHEN 'revoke-consent' THEN 'revokeConsent'
  ELSE substr("name", 24)
END WHERE "name" ~ '^back-[0-9]{17}-[a-z-]+$';
