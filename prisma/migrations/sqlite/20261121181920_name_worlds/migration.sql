-- DropIndex
DROP INDEX "World_nextDueAt_idx";

-- AlterTable
ALTER TABLE "World" ADD COLUMN "advanceFrom" DATETIME;
ALTER TABLE "World" ADD COLUMN "advanceTo" DATETIME;
ALTER TABLE "World" ADD COLUMN "discardedAt" DATETIME;
ALTER TABLE "World" ADD COLUMN "lockedBy" TEXT;
ALTER TABLE "World" ADD COLUMN "lockedUntil" DATETIME;
ALTER TABLE "World" ADD COLUMN "lockedFor" TEXT;
ALTER TABLE "World" ADD COLUMN "name" TEXT;
ALTER TABLE "World" ADD COLUMN "wakesAt" DATETIME;

-- CreateIndex
CREATE UNIQUE INDEX "World_name_key" ON "World"("name");

-- CreateIndex
CREATE INDEX "World_wakesAt_idx" ON "World"("wakesAt");

-- CreateIndex
CREATE INDEX "World_discardedAt_idx" ON "World"("discardedAt");

-- A world's id was its name so far. What falls due by the machine's clock is worked out when the world is next looked at.
UPDATE "World" SET "name" = "id";
UPDATE "World" SET "wakesAt" = '1970-01-01T00:00:00.000+00:00' WHERE "nextDueAt" IS NOT NULL AND "frozenAt" IS NULL;
