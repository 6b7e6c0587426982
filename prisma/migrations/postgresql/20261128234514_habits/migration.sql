-- AlterTable
ALTER TABLE "World" ADD COLUMN     "hasHabits" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Habit" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "habit" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C",
    "accountId" TEXT COLLATE "C",
    "cardAccountId" TEXT COLLATE "C",
    "seed" INTEGER NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Habit_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateIndex
CREATE INDEX "Habit_worldId_accountId_idx" ON "Habit"("worldId", "accountId");

-- CreateIndex
CREATE INDEX "Habit_worldId_cardAccountId_idx" ON "Habit"("worldId", "cardAccountId");

-- AddForeignKey
ALTER TABLE "Habit" ADD CONSTRAINT "Habit_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Habit" ADD CONSTRAINT "Habit_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The key of what is deleted is free again.
CREATE TRIGGER "Habit_delete_key" AFTER DELETE ON "Habit" REFERENCING OLD TABLE AS "deleted"
    FOR EACH STATEMENT EXECUTE FUNCTION "Key_free"();
