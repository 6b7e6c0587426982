-- AlterTable
ALTER TABLE "Authorisation" DROP COLUMN "wrongNumbers";

-- CreateTable
CREATE TABLE "WrongNumber" (
    "caller" TEXT COLLATE "C" NOT NULL,
    "entered" INTEGER NOT NULL,
    "until" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "WrongNumber_pkey" PRIMARY KEY ("caller")
);
