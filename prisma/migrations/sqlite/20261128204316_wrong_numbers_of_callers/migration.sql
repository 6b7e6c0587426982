-- CreateTable
CREATE TABLE "WrongNumber" (
    "caller" TEXT NOT NULL PRIMARY KEY,
    "entered" INTEGER NOT NULL,
    "until" DATETIME NOT NULL
);

-- AlterTable
ALTER TABLE "Authorisation" DROP COLUMN "wrongNumbers";
