-- AlterTable
ALTER TABLE "World" ADD COLUMN "expiresAt" DATETIME;
ALTER TABLE "World" ADD COLUMN "imageId" TEXT;
ALTER TABLE "World" ADD COLUMN "source" JSONB;

-- CreateTable
CREATE TABLE "Snapshot" (
    "worldName" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "takenAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldName", "name")
);

-- CreateIndex
CREATE UNIQUE INDEX "Snapshot_contentId_key" ON "Snapshot"("contentId");

-- CreateIndex
CREATE INDEX "World_expiresAt_idx" ON "World"("expiresAt");

-- CreateIndex
CREATE INDEX "World_imageId_idx" ON "World"("imageId");
