-- AlterTable
ALTER TABLE "Scenario" ADD COLUMN "creditorAccount" TEXT;
