-- AlterTable
ALTER TABLE "PaymentEntry" ADD COLUMN "creditorAccountId" TEXT;
