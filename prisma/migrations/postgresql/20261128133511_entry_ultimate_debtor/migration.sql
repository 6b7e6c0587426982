-- AlterTable
ALTER TABLE "PaymentEntry" ADD COLUMN     "ultimateDebtor" TEXT COLLATE "C";
